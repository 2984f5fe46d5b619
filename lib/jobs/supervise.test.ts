import { expect, test } from "vitest";
import { type Running, supervise } from "./supervise";

const endless = (): Running => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, stop: async () => end() };
};
const broken = (): Running => {
  const ended = Promise.reject(new Error("lost"));
  ended.catch(() => undefined);
  return { ended, stop: async () => undefined };
};

test("starts again what ends unasked, and stops what runs", async () => {
  const starts = [
    broken,
    (): Running => ({ ended: Promise.resolve(), stop: async () => undefined }),
    endless,
  ];
  let started = 0;
  const { stop } = await new Promise<Awaited<ReturnType<typeof supervise>>>((resolve, reject) => {
    const supervised = supervise({
      what: "the job worker",
      pausesMs: [0, 0],
      onGivenUp: () => reject(new Error("given up")),
      start: async () => {
        started += 1;
        if (started === 3) void supervised.then(resolve);
        return (starts[started - 1] ?? endless)();
      },
    });
  });
  await stop();
  expect(started).toBe(3);
});

test("gives up after five restarts that failed, and counts those that can't even start", async () => {
  let started = 0;
  await new Promise<void>((resolve) => {
    void supervise({
      what: "the job worker",
      pausesMs: [0, 0, 0, 0, 0],
      onGivenUp: resolve,
      start: async () => {
        started += 1;
        if (started % 2 === 0) throw new Error("refused");
        return broken();
      },
    });
  });
  expect(started).toBe(6);
});

test("fails if the first start fails", async () => {
  const start = () => Promise.reject(new Error("refused"));
  await expect(supervise({ what: "the job worker", start, onGivenUp: () => undefined })).rejects.toThrow(
    "refused",
  );
});

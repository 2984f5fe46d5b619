import { expect, test } from "vitest";
import { setEnv } from "../env";
import { KillableFailed, type KillableLimits, LimitExceeded, runKillable } from "./killable";

const run = (wanted: string, limits: Partial<KillableLimits> = {}) =>
  runKillable<unknown>(
    {
      name: "killable-test",
      source: "lib/testing/killable-program.ts",
      limits: {
        cpuMs: 5000,
        memoryMb: 300,
        outputMaxBytes: 1_000_000,
        together: 4,
        waitingMax: 4,
        ...limits,
      },
    },
    wanted,
  );

test("returns the output of a program that knows none of the server's secrets", async () => {
  setEnv({ APP_SECRET: "a secret of at least 32 characters" });
  expect(await run("answer")).toEqual({ secret: null });
});

test("a program that never ends is killed, while this process goes on", async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 10);
  await expect(run("loop", { cpuMs: 500 })).rejects.toMatchObject({ limit: "time" });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(20);
});

test.each(["heap", "buffers", "wasm"])(
  "a program that takes too much memory for %s is killed",
  async (kind) => {
    await expect(run(kind)).rejects.toMatchObject({ limit: "memory" });
  },
);

test("refuses an output that is too long, and hides why a program failed", async () => {
  await expect(run("much")).rejects.toMatchObject({ limit: "output" });
  await expect(run("throw")).rejects.toThrow(KillableFailed);
});

test("a program that would wait behind too many others is refused", async () => {
  const few = { together: 1, waitingMax: 1 };
  const ends = [run("answer", few), run("answer", few), run("answer", few)];
  await expect(ends[2]).rejects.toThrow(LimitExceeded);
  expect(await Promise.all(ends.slice(0, 2))).toHaveLength(2);
});

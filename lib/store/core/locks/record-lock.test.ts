import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { useDatabase } from "@/lib/testing/database";
import { withRecordLock } from "./record-lock";

useDatabase();

test("slow work of an owner delays its own next work, and no other owner's", async () => {
  const order: string[] = [];
  const signal = new EventEmitter();
  const isStarted = once(signal, "start");
  const slow = withRecordLock("project 1", "a", () => {
    signal.emit("start");
    return once(signal, "finish");
  });
  await isStarted;
  const own = withRecordLock("project 1", "b", async () => order.push("own"));
  for (const owner of ["project 2", "project 3"])
    await withRecordLock(owner, "c", async () => order.push(owner));
  signal.emit("finish");
  await Promise.all([slow, own]);
  expect(order).toEqual(["project 2", "project 3", "own"]);
});

test("more owners than connections all get their turn, even after failures", async () => {
  const works = Array.from({ length: 30 }, (_, at) =>
    withRecordLock(`project ${at}`, `r${at}`, async () => {
      if (at % 2) throw new Error("refused");
      return at;
    }),
  );
  const ends = await Promise.allSettled(works);
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(15);
});

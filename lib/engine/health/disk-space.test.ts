import { beforeEach, expect, test } from "vitest";
import { diskState } from "@/lib/shared/disk";
import { forgetAll } from "@/lib/shared/once";
import { decisionsFirst } from "./disk-space";

const diskFull = () =>
  Object.assign(new Error("could not extend file: No space left on device"), { code: "53100" });
let released = 0;

beforeEach(() => {
  forgetAll();
  released = 0;
  diskState().release = async () => {
    released += 1;
  };
});

test("skips results that the database has no space for, and does not retry immediately", async () => {
  const tried: boolean[] = [];
  const work = async (withResults: boolean) => {
    tried.push(withResults);
    if (withResults) throw diskFull();
    return "decided";
  };
  expect(await decisionsFirst(1, work)).toBe("decided");
  expect(await decisionsFirst(1, work)).toBe("decided");
  expect([tried, released]).toEqual([[true, false, false], 1]);
});

test("returns an error to the runner if a decision can't be stored, and remembers it", async () => {
  await expect(decisionsFirst(1, () => Promise.reject(diskFull()))).rejects.toThrow("No space left");
  expect(diskState().decisionRefusedMs).not.toBeNull();
  expect(released).toBe(2);
});

test("any other error leaves results unaffected", async () => {
  await expect(decisionsFirst(1, () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect([diskState().resultRefusedMs, released]).toEqual([null, 0]);
});

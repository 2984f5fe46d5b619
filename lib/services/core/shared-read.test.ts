import { expect, test, vi } from "vitest";
import { member } from "@/lib/testing/accounts/callers";
import { forgetSharedReads, sharedRead } from "./shared-read";

test("reads once for dashboards of one project, and for each other project, key, and API client", async () => {
  forgetSharedReads();
  const read = vi.fn(async () => read.mock.calls.length);
  const zoe = member({});
  expect(await Promise.all([sharedRead(zoe, ["a"], read), sharedRead(zoe, ["a"], read)])).toEqual([1, 1]);
  expect(await sharedRead(member({ id: 2, userId: 2 }), ["a"], read)).toBe(1);
  expect(await sharedRead(zoe, ["b"], read)).toBe(2);
  expect(await sharedRead(member({ projectId: 2 }), ["a"], read)).toBe(3);
  expect(await sharedRead(member({ kind: "api_key" }), ["a"], read)).toBe(4);
});

test("reads anew after a write, and when the last read is older than 300 ms", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  forgetSharedReads();
  const read = vi.fn(async () => read.mock.calls.length);
  await sharedRead(member({}), ["a"], read);
  forgetSharedReads();
  expect(await sharedRead(member({}), ["a"], read)).toBe(2);
  vi.advanceTimersByTime(299);
  expect(await sharedRead(member({}), ["a"], read)).toBe(2);
  vi.advanceTimersByTime(1);
  expect(await sharedRead(member({}), ["a"], read)).toBe(3);
  vi.useRealTimers();
});

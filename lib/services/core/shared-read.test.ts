import { expect, test, vi } from "vitest";
import type { Caller } from "./caller";
import { forgetSharedReads, sharedRead } from "./shared-read";

const caller = (part: Partial<Caller>): Caller => ({
  kind: "session",
  id: 1,
  label: "Zoe",
  organizationId: 1,
  projectId: 1,
  userId: 1,
  role: "member",
  permissions: new Set(["uptime:read"]),
  ...part,
});

test("reads once for dashboards of one project, and for each other project, key, and API client", async () => {
  forgetSharedReads();
  const read = vi.fn(async () => read.mock.calls.length);
  const zoe = caller({});
  expect(await Promise.all([sharedRead(zoe, ["a"], read), sharedRead(zoe, ["a"], read)])).toEqual([1, 1]);
  expect(await sharedRead(caller({ id: 2, userId: 2 }), ["a"], read)).toBe(1);
  expect(await sharedRead(zoe, ["b"], read)).toBe(2);
  expect(await sharedRead(caller({ projectId: 2 }), ["a"], read)).toBe(3);
  expect(await sharedRead(caller({ kind: "api_key" }), ["a"], read)).toBe(4);
});

test("reads anew after a write, and when the last read is older than 300 ms", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  forgetSharedReads();
  const read = vi.fn(async () => read.mock.calls.length);
  await sharedRead(caller({}), ["a"], read);
  forgetSharedReads();
  expect(await sharedRead(caller({}), ["a"], read)).toBe(2);
  vi.advanceTimersByTime(299);
  expect(await sharedRead(caller({}), ["a"], read)).toBe(2);
  vi.advanceTimersByTime(1);
  expect(await sharedRead(caller({}), ["a"], read)).toBe(3);
  vi.useRealTimers();
});

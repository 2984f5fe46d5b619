import { expect, it, vi } from "vitest";
import { forgetAll } from "@/lib/shared/once";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { pingWay } from "./ping-way";

vi.mock("koffi", () => {
  throw new Error("no such package");
});
// A sandbox that forbids new processes fails while starting one, not afterward.
vi.mock("node:child_process", async (original) => ({
  ...(await original<typeof import("node:child_process")>()),
  execFile: () => {
    throw Object.assign(new Error("spawn EPERM"), { code: "EPERM" });
  },
}));

it("explains how to allow pings where no process may be started, and reports that it can't ping", async () => {
  forgetAll();
  const result = await check(monitorConfig({ host: "127.0.0.1" }, { protocol: "icmp" }));
  expect(result).toMatchObject({ outcome: "inconclusive", error: { code: "unsupported" } });
  expect(result.error?.message).toMatch(/can't send pings; allow ping sockets .* or install ping/);
  expect(await pingWay()).toBe("none");
});

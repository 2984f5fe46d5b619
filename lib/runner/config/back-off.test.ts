import { describe, expect, it } from "vitest";
import { type ScriptedControl, startScriptedControl } from "@/lib/testing/runners/scripted-control";
import { BackOff } from "./back-off";
import { Control } from "./control";

const tries = (count: number, askedMs: number | null) => {
  const backOff = new BackOff();
  return Array.from({ length: count }, () => backOff.next(askedMs));
};

describe("the wait before the next attempt", () => {
  it("grows from a moment to ten seconds, never in step with other runners", () => {
    const waits = tries(12, null);
    waits.forEach((wait, index) => {
      const most = Math.min(10_000, 250 * 2 ** index);
      expect(wait).toBeGreaterThanOrEqual(most / 2);
      expect(wait).toBeLessThanOrEqual(most);
    });
    expect(new Set(waits).size).toBe(12);
  });

  it("is at least as long as the server asked for, and little longer", () => {
    for (const wait of tries(3, 5000)) {
      expect(wait).toBeGreaterThanOrEqual(5000);
      expect(wait).toBeLessThanOrEqual(5500);
    }
  });

  it("waits at most a minute, so that a wrong header can't silence a region", () => {
    for (const wait of tries(3, 86_400_000)) expect(wait).toBeLessThanOrEqual(66_000);
  });

  it.each([
    ["7", 7000],
    [undefined, null],
    ["soon", null],
  ])("is read from Retry-After: %s", async (header, expected) => {
    const server: ScriptedControl = await startScriptedControl(() => ({
      status: 503,
      body: {},
      ...(header && { headers: { "retry-after": header } }),
    }));
    const control = new Control(server.origin, "token");
    expect((await control.get("/runner/config", 1000)).retryAfterMs).toBe(expected);
    control.close();
    await server.stop();
  });
});

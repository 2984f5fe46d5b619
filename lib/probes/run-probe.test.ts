import { afterEach, expect, it, vi } from "vitest";
import { PROTOCOL_NAMES } from "@/lib/contract/protocols/lookup";
import { monotonicMs } from "@/lib/shared/clock";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { PROBES } from "./registry";

afterEach(() => vi.restoreAllMocks());

it.each(PROTOCOL_NAMES)(
  "ends a check by its timeout even if its probe waits forever: %s",
  async (protocol) => {
    vi.spyOn(PROBES, protocol).mockReturnValue(new Promise(() => undefined));
    const beganMs = monotonicMs();
    const result = await check(monitorConfig({}, { protocol, timeout_ms: 1000 }));
    expect(monotonicMs() - beganMs).toBeLessThan(2500);
    expect(result).toMatchObject({ outcome: "inconclusive", error: { code: "unsupported" } });
    expect(result.error?.message).toMatch(/the probe didn't end at its timeout/);
  },
);

import { afterEach, expect, it, vi } from "vitest";
import { PROTOCOL_NAMES } from "@/lib/contract/protocols/lookup";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { PROBES } from "./registry";

afterEach(() => vi.restoreAllMocks());

it("ends a check by its timeout even if its probe waits forever, for every protocol", async () => {
  for (const protocol of PROTOCOL_NAMES)
    vi.spyOn(PROBES, protocol).mockReturnValue(new Promise(() => undefined));
  const ended = await Promise.all(
    PROTOCOL_NAMES.map(async (protocol) => ({
      protocol,
      result: await check(monitorConfig({}, { protocol, timeout_ms: 1000 })),
    })),
  );
  for (const { protocol, result } of ended) {
    expect(result, protocol).toMatchObject({ outcome: "inconclusive", error: { code: "unsupported" } });
    expect(result.error?.message, protocol).toMatch(/the probe didn't end at its timeout/);
  }
});

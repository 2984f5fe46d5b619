import { expect, it } from "vitest";
import type { CheckResult } from "@/lib/contract/checks/check";
import { HostsFile } from "@/lib/probes/net/hosts-file";
import { NameResolver } from "@/lib/probes/net/resolver";
import { FallbackRunner } from "./fallback";

const nobody = async () => {
  throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
};
const fallback = new FallbackRunner(
  new NameResolver({ resolve4: nobody, resolve6: nobody }, new HostsFile("/nonexistent")),
);
fallback.regions = new Set(["sa-bra-gru"]);

const result = (outcome: "up" | "down" | "missed", remote_address: string | null, code = "connect_refused") =>
  ({
    region: "sa-bra-gru",
    outcome,
    remote_address,
    error: outcome === "down" ? { code, message: "refused" } : null,
  }) as CheckResult;

it("does not judge a private address for a silent runner, because it may be another machine there", () => {
  for (const address of ["10.0.0.5", "127.0.0.1", "192.168.1.1", "fd00::5", "100.64.0.1"])
    for (const outcome of ["up", "down"] as const)
      expect(fallback.reportable(result(outcome, address), "nas.example")).toMatchObject({
        outcome: "inconclusive",
        error: {
          code: "runner_is_fallback",
          message: `${address} is a private address and can be checked only from São Paulo, whose runner is silent`,
        },
      });
  expect(fallback.reportable(result("down", null), "10.0.0.5")).toMatchObject({ outcome: "inconclusive" });
  expect(fallback.reportable(result("down", null), "[fd00::5]")).toMatchObject({ outcome: "inconclusive" });
});

it("does not report a name that only the region may know as down, but judges public targets", () => {
  expect(fallback.reportable(result("down", null, "dns_not_found"), "nas.internal")).toMatchObject({
    outcome: "inconclusive",
    error: { message: expect.stringContaining("nas.internal can't be resolved by the server") },
  });
  for (const same of [
    result("down", "192.88.1.1"),
    result("up", "192.88.1.1"),
    result("missed", "10.0.0.5"),
    { ...result("down", "10.0.0.5"), region: "eu-deu-fra" } as CheckResult,
  ])
    expect(fallback.reportable(same, "shop.example")).toBe(same);
});

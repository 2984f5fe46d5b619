import { expect, test } from "vitest";
import type { SelfCheckFailure } from "@/lib/contract/checks/self-check";
import { healthMessage } from "./health-message";

test.each<[SelfCheckFailure, string, string, RegExp]>([
  [
    { kind: "network_unreachable", lost: [{ ip_version: 4, answered: 0, asked: 3 }] },
    "failed its network self-check",
    "the runner failed its network self-check: 0 of 3 connectivity checks answered over IPv4",
    /inconclusive/,
  ],
  [
    { kind: "dns_no_response", error: "ETIMEOUT" },
    "failed its DNS self-check",
    "the runner failed its DNS self-check: they don't respond (ETIMEOUT)",
    /inconclusive/,
  ],
  [
    { kind: "event_loop_lag", lag_ms: 900 },
    "is overloaded",
    "the runner was overloaded: its event loop lagged 900 ms",
    /inconclusive/,
  ],
  [
    { kind: "probes_wrong", wrong: [{ expected: "up", outcome: "down", error: null }] },
    "failed its self-check",
    "the runner failed its self-check: a probe that is always up was down",
    /can't be trusted/,
  ],
])("%j", (failure, part, reason, what) => {
  const { title, lines, facts } = healthMessage({ kind: "self-check", name: "fra-1", failures: [failure] });
  expect(title).toBe(`Runner fra-1 ${part}`);
  expect(lines.join()).toMatch(what);
  expect(facts).toContainEqual({ label: "Reason", value: reason });
});

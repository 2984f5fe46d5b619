import { expect, test } from "vitest";
import type { SelfCheckFailure } from "@/lib/contract/checks/self-check";
import { isNetworkFailure } from "./network-failure";
import { type SelfCheckArea, selfCheckArea, selfCheckWords } from "./self-check";

const wrong = { expected: "up", outcome: "down", error: "HTTP 500" };

test.each<[SelfCheckFailure, SelfCheckArea, string]>([
  [
    { kind: "probes_wrong", wrong: [wrong] },
    "probes",
    "failed its self-check: a probe that is always up was down (HTTP 500)",
  ],
  [{ kind: "event_loop_lag", lag_ms: 812 }, "lag", "was overloaded: its event loop lagged 812 ms"],
  [
    { kind: "resources_exhausted" },
    "limits",
    "was overloaded: it lacked file descriptors, ports, or memory to run checks",
  ],
  [
    { kind: "probe_not_run", error: "no ports" },
    "limits",
    "was overloaded: it couldn't run its self-check (no ports)",
  ],
  [
    { kind: "dns_no_response", error: "ETIMEOUT" },
    "name servers",
    "failed its DNS self-check: they don't respond (ETIMEOUT)",
  ],
  [
    { kind: "network_interface_down" },
    "network",
    "failed its network self-check: its network interface is down",
  ],
  [
    {
      kind: "network_unreachable",
      lost: [
        { ip_version: 4, answered: 0, asked: 3 },
        { ip_version: 6, answered: 1, asked: 3 },
      ],
    },
    "network",
    "failed its network self-check: 0 of 3 connectivity checks answered over IPv4, 1 of 3 connectivity checks answered over IPv6",
  ],
])("describes %j", (failure, area, words) => {
  expect([selfCheckArea(failure), selfCheckWords([failure])]).toEqual([area, words]);
});

test("describes several failures in one sentence", () => {
  expect(
    selfCheckWords([
      { kind: "network_mass_failure", failed: 6, hosts: 10 },
      { kind: "event_loop_lag", lag_ms: 812 },
    ]),
  ).toBe(
    "failed its network self-check: 6 of 10 hosts failed within a minute; was overloaded: its event loop lagged 812 ms",
  );
});

test("blames the target for a wrong response, however many there are", () => {
  const failed = (code: "assertion_failed" | "connect_timeout") =>
    isNetworkFailure({ outcome: "down", error: { code, message: "x" } });
  expect(failed("assertion_failed")).toBe(false);
  expect(failed("connect_timeout")).toBe(true);
});

import { expect, test } from "vitest";
import { isNetworkFailure } from "./network-failure";
import { type SelfCheckKind, selfCheckKind, selfCheckReason } from "./self-check";

test.each<[SelfCheckKind, string, string]>([
  ["probes", "a probe that is always up was down", "the runner failed its self-check: a probe"],
  ["lag", "lagged 812 ms", "the runner was overloaded: its event loop lagged 812 ms"],
  ["limits", "it lacked file descriptors", "the runner was overloaded: it lacked"],
  ["name servers", "they don't respond (ETIMEOUT)", "the runner failed its DNS self-check: they"],
  ["network", "0 of 3 connectivity checks answered", "the runner failed its network self-check: 0 of 3"],
])("a server recognizes a reason about %s", (kind, what, reason) => {
  expect(selfCheckReason(kind, what)).toContain(reason);
  expect(selfCheckKind(selfCheckReason(kind, what))).toBe(kind);
});

test("takes a reason of another version for a network problem", () => {
  expect(selfCheckKind("a message of another version")).toBe("network");
});

test("blames the target for a wrong response, however many there are", () => {
  const failed = (code: "assertion_failed" | "connect_timeout") =>
    isNetworkFailure({ outcome: "down", error: { code, message: "x" } });
  expect(failed("assertion_failed")).toBe(false);
  expect(failed("connect_timeout")).toBe(true);
});

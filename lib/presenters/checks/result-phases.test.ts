import { expect, test } from "vitest";
import { NO_TIMINGS, type Timings } from "@/lib/contract/checks/check";
import { brokenPhase, phasesOf } from "./result-phases";

const region = "eu-deu-fra" as const;

function brokenOf(timings: Partial<Timings>, code: string | null, redirects: string[] = []) {
  const result = { region, timings: { ...NO_TIMINGS, ...timings }, error: code ? { code } : null, redirects };
  const broken = brokenPhase(result, phasesOf(result));
  return broken && [broken.phase, broken.took_us];
}

test.each([
  ["connect_refused", { dns: 100, total: 1500 }, ["connect", 1400]],
  ["dns_timeout", { total: 5000 }, ["dns", 5000]],
  ["tls_certificate_self_signed", { dns: 0, connect: 300, total: 900 }, ["tls", 600]],
  ["http_timeout", { dns: 0, connect: 300, send: 100, total: 5400 }, ["first_byte", 5000]],
  ["http_truncated", { dns: 0, connect: 1, send: 1, first_byte: 1, total: 10 }, ["transfer", 7]],
  ["icmp_timeout", { dns: 10, total: 5010 }, ["first_byte", 5000]],
  ["runner_offline", { dns: 0, total: 534 }, ["connect", 534]],
] as const)("the phase that failed with %s took the remaining time", (code, timings, expected) => {
  expect(brokenOf(timings, code)).toEqual(expected);
});

test("blames no phase for a success, a failed assertion, or a check with redirects", () => {
  const whole = { dns: 0, connect: 1, send: 1, first_byte: 1, transfer: 1, total: 5 };
  expect(brokenOf(whole, null)).toBeNull();
  expect(brokenOf(whole, "assertion_failed")).toBeNull();
  expect(brokenOf({ dns: 0, connect: 1, send: 1, total: 90 }, "http_too_many_redirects")).toBeNull();
  expect(brokenOf({ dns: 0, total: 90 }, "connect_refused", ["http://a.test/"])).toBeNull();
  expect(brokenOf({ dns: 0, total: null }, "runner_offline")).toBeNull();
});

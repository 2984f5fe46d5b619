import type { AssertionResult } from "@/lib/contract/checks/check";
import { asksPresence } from "@/lib/contract/protocols/presence";
import { ProbeError } from "./net/probe-error";

/** Describes what an assertion expects, such as `status code in "2xx,30x"`. */
export function expectation({ type, selector, operator, expected }: AssertionResult): string {
  const name = type.replaceAll("_", " ").replace("json", "JSON");
  const subject = selector ? `${name} ${selector}` : name;
  const value = asksPresence(operator) ? "" : ` "${expected}"`;
  return `${subject} ${operator.replaceAll("_", " ")}${value}`;
}

/** `HTTP 503 (expected 2xx or 3xx)`; null for assertions of other facts. */
function statusText({ type, operator, expected, actual }: AssertionResult): string | null {
  if (type !== "status_code" || actual === null) return null;
  const words = operator === "in" ? "" : "anything but ";
  return `HTTP ${actual} (expected ${words}${expected.split(/ ?, ?/).join(" or ")})`;
}

/** Returns the error of a check whose assertion failed. */
export function assertionError(broken: AssertionResult): ProbeError {
  const status = statusText(broken);
  if (status !== null) return new ProbeError("assertion_failed", status);
  const got = broken.actual === null ? "missing" : `"${broken.actual}"`;
  return new ProbeError("assertion_failed", `expected ${expectation(broken)}; got ${got}`);
}

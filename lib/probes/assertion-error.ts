import type { AssertionResult } from "@/lib/contract/checks/check";
import { ProbeError } from "./net/probe-error";

/** Describes what an assertion expects, such as `status code in "2xx,30x"`. */
export function expectation({ type, selector, operator, expected }: AssertionResult): string {
  const subject = selector ? `${type} ${selector}` : type;
  return `${subject.replaceAll("_", " ")} ${operator.replaceAll("_", " ")} "${expected}"`;
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

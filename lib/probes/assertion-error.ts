import type { AssertionResult } from "@/lib/contract/checks/check";
import { ProbeError } from "./net/probe-error";

/** Describes what an assertion expects, such as `status code in "2xx,30x"`. */
export function expectation({ type, selector, operator, expected }: AssertionResult): string {
  const subject = selector ? `${type} ${selector}` : type;
  return `${subject.replaceAll("_", " ")} ${operator.replaceAll("_", " ")} "${expected}"`;
}

/** Returns the error of a check whose assertion failed. */
export function assertionError(broken: AssertionResult): ProbeError {
  const got = broken.actual === null ? "missing" : `"${broken.actual}"`;
  return new ProbeError("assertion_failed", `expected ${expectation(broken)}; got ${got}`);
}

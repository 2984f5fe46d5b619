import type { SqlRequest } from "@/lib/contract/protocols/sql";
import { ProbeError } from "./net/probe-error";

const SHOWN_CHARS_MAX = 100;

/** Throws ProbeError unless the first value of a query's result is as expected. */
export function requireValue({ expected }: SqlRequest, value: unknown): void {
  if (expected === null || value === expected) return;
  const got = value === undefined ? "no row" : value === null ? "null" : quoted(String(value));
  throw new ProbeError(
    "assertion_failed",
    `the query returned another value (expected ${quoted(expected)}; got ${got})`,
  );
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, SHOWN_CHARS_MAX));
}

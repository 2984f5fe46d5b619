/** Throws when an internal invariant is violated. Never use it to reject input. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant violated: ${message}`);
}

/** Returns the value; throws when it is null or undefined. */
export function present<T>(value: T | null | undefined, what: string): T {
  assert(value !== null && value !== undefined, `${what} is missing`);
  return value;
}

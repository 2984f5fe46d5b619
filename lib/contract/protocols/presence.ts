/** Operators that ask only if something is there, so that they have no value. */
export const PRESENCE = ["exists", "not_exists"] as const;

/** Returns whether an operator has no value. */
export function asksPresence(operator: string): boolean {
  return (PRESENCE as readonly string[]).includes(operator);
}

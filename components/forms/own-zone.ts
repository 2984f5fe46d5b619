import { useSyncExternalStore } from "react";

const never = () => () => {};

/** The time zone of the browser; of the server while it renders. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone of the browser; null until it is known, since the server can't know it. */
export function useOwnZone(): string | null {
  return useSyncExternalStore(never, ownZone, () => null);
}

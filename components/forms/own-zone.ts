import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Returns the browser's time zone, or the server's during server rendering. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the browser's time zone; null until hydration, because the server can't know it. */
export function useOwnZone(): string | null {
  return useSyncExternalStore(never, ownZone, () => null);
}

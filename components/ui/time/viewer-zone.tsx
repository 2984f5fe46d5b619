"use client";
import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import { saveViewCookie, ZONE_COOKIE } from "@/lib/client/view-cookies";

export const DATE_TIME = { dateStyle: "medium", timeStyle: "short" } as const;

const Format = createContext<Intl.DateTimeFormat | null>(null);

/** Returns the format of times in server-rendered HTML, in the viewer's time zone; null if the server didn't know it. */
export const useServerFormat = (): Intl.DateTimeFormat | null => useContext(Format);

/**
 * Has the server write the times inside in the time zone of the last visit, so that they don't change after hydration, and saves the
 * browser's zone for the next page load.
 */
export function ViewerZone({ zone, children }: { zone: string | null; children: ReactNode }) {
  const format = useMemo(
    () => (zone === null ? null : new Intl.DateTimeFormat("en-GB", { ...DATE_TIME, timeZone: zone })),
    [zone],
  );
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (own !== zone) saveViewCookie(ZONE_COOKIE, own);
  }, [zone]);
  return <Format value={format}>{children}</Format>;
}

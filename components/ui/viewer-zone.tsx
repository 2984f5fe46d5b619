"use client";
import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import { ZONE_COOKIE } from "@/lib/client/view-cookies";

const YEAR_SECONDS = 31_536_000;

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
    if (own !== zone)
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
      document.cookie = `${ZONE_COOKIE}=${own}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  }, [zone]);
  return <Format value={format}>{children}</Format>;
}

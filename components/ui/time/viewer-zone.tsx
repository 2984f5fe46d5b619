"use client";
import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import { saveViewCookie, ZONE_COOKIE } from "@/lib/client/view-cookies";
import type { DatePlace } from "./date-format";

const Place = createContext<DatePlace>({});

/** Returns where the reader of server-rendered HTML is; without a zone if the server doesn't know it. */
export const useServerPlace = (): DatePlace => useContext(Place);

/**
 * Has the server write the times inside in the time zone of the last visit and in the browser's locale, so that they don't change
 * after hydration, and saves the browser's zone for the next page load.
 */
export function ViewerZone({
  zone,
  locale,
  children,
}: {
  zone: string | null;
  locale?: string | undefined;
  children: ReactNode;
}) {
  const place = useMemo(() => ({ timeZone: zone ?? undefined, locale }), [zone, locale]);
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (own !== zone) saveViewCookie(ZONE_COOKIE, own);
  }, [zone]);
  return <Place value={place}>{children}</Place>;
}

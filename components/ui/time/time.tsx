"use client";
import { useEffect, useState, useSyncExternalStore } from "react";
import { duration, roughDuration } from "@/lib/presenters/core/format";
import { now as clock } from "@/lib/shared/clock";
import { DATE_TIME, type DatePlace, dateFormat, exactText } from "./date-format";
import { useServerPlace } from "./viewer-zone";

const ticking = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let tick = 0;

function subscribe(listener: () => void): () => void {
  ticking.add(listener);
  timer ??= setInterval(() => {
    tick += 1;
    for (const each of ticking) each();
  }, 5000);
  return () => {
    ticking.delete(listener);
    if (ticking.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns the current time, updated every 5 s by one shared timer; null during server rendering. */
export function useNow(): Date | null {
  const at = useSyncExternalStore(
    subscribe,
    () => tick,
    () => -1,
  );
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return mounted && at >= 0 ? clock() : null;
}

/** Returns the reader's place: the browser's own, or before hydration what the server knows; null without a zone. */
export function usePlace(): DatePlace | null {
  const now = useNow();
  const server = useServerPlace();
  if (now) return HERE;
  return server.timeZone ? server : null;
}

const HERE: DatePlace = {};

/** Returns how the reader sees a time: in their own zone, or in UTC before hydration if the server doesn't know it. */
export function useDateText(options: Intl.DateTimeFormatOptions = DATE_TIME): (at: string) => string {
  const place = usePlace();
  const { locale } = useServerPlace();
  return (at) => {
    const date = new Date(at);
    if (!place) return `${dateFormat({ ...options, timeZone: "UTC" }, locale).format(date)} UTC`;
    return dateFormat({ ...options, timeZone: place.timeZone }, place.locale).format(date);
  };
}

const DAY = { day: "numeric", month: "short", timeZone: "UTC" } as const;

/** Returns how the reader sees a day that is given in UTC: `Nov 26`. */
export function useDayText(options: Intl.DateTimeFormatOptions = DAY): (at: string | number) => string {
  const { locale } = useServerPlace();
  const isHere = useNow() !== null;
  return (at) => dateFormat(options, isHere ? undefined : locale).format(new Date(at));
}

/** Returns how an exact time reads on hover, on the same terms. */
export function useExactText(): (at: string) => string {
  const place = usePlace();
  const { locale } = useServerPlace();
  return (at) => exactText(new Date(at), place ?? { timeZone: "UTC", locale });
}

/**
 * Shows a time as `3 min ago`, without its day, or as a date in the viewer's time zone, with the zone and UTC on hover. Before hydration, dates are in UTC if the
 * server doesn't know that zone.
 */
export function Time({ at, as = "ago" }: { at: string; as?: "ago" | "date" | "clock" | "since" }) {
  const now = useNow();
  const dateText = useDateText(as === "clock" ? { timeStyle: "short" } : undefined);
  const date = new Date(at);
  const seconds = ((now ?? clock()).getTime() - date.getTime()) / 1000;
  const words = () => {
    if (as === "since") return duration(seconds);
    if (as === "date" || as === "clock" || Math.abs(seconds) > 7 * 86_400) return dateText(at);
    if (Math.abs(seconds) < 5) return "just now";
    return seconds > 0 ? `${roughDuration(seconds)} ago` : `in ${duration(-seconds)}`;
  };
  return (
    <time dateTime={at} title={useExactText()(at)} suppressHydrationWarning>
      {words()}
    </time>
  );
}

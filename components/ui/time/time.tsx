"use client";
import { useEffect, useState, useSyncExternalStore } from "react";
import { duration, roughDuration } from "@/lib/presenters/core/format";
import { now as clock } from "@/lib/shared/clock";
import { DATE_TIME, useServerFormat } from "./viewer-zone";

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

const UTC = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" });
const LOCAL = new Intl.DateTimeFormat("en-GB", DATE_TIME);
const SHORT_UTC = new Intl.DateTimeFormat("en-GB", { ...DATE_TIME, timeZone: "UTC" });

/** Returns how the reader sees a time: in their own zone, or in UTC before hydration if the server doesn't know it. */
export function useDateText(): (at: string) => string {
  const now = useNow();
  const server = useServerFormat();
  const local = now ? LOCAL : server;
  return (at) => (local ? local.format(new Date(at)) : `${SHORT_UTC.format(new Date(at))} UTC`);
}

/**
 * Shows a time as `3 min ago` or as a date in the viewer's time zone, with UTC on hover. Before hydration, dates are in UTC if the
 * server doesn't know that zone.
 */
export function Time({ at, as = "ago" }: { at: string; as?: "ago" | "date" | "since" }) {
  const now = useNow();
  const dateText = useDateText();
  const date = new Date(at);
  const utc = `${UTC.format(date)} UTC`;
  const seconds = ((now ?? clock()).getTime() - date.getTime()) / 1000;
  const words = () => {
    if (as === "since") return duration(seconds);
    if (as === "date" || Math.abs(seconds) > 7 * 86_400) return dateText(at);
    if (Math.abs(seconds) < 5) return "just now";
    return seconds > 0 ? `${roughDuration(seconds)} ago` : `in ${duration(-seconds)}`;
  };
  return (
    <time dateTime={at} title={utc} className="tabular whitespace-nowrap" suppressHydrationWarning>
      {words()}
    </time>
  );
}

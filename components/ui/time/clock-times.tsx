"use client";
import { splitAtClockTime } from "@/lib/presenters/core/clock-times";
import { useNow } from "./time";
import { useServerFormat } from "./viewer-zone";

/**
 * Shows a stored text with its clock times in the viewer's time zone, like the dates beside it, and UTC on hover. `at` is a time near
 * them. Before hydration, they are in UTC if the server doesn't know that zone.
 */
export function ClockTimes({ text, at }: { text: string; at: string }) {
  const isMounted = useNow() !== null;
  const serverZone = useServerFormat()?.resolvedOptions().timeZone;
  const found = splitAtClockTime(text, at);
  if (!found) return text;
  const { before, time, hasDate, after } = found;
  const timeZone = isMounted ? undefined : serverZone;
  const utc = `${time
    .toISOString()
    .slice(hasDate ? 0 : 11, 19)
    .replace("T", " ")} UTC`;
  const dateStyle = hasDate ? "medium" : undefined;
  return (
    <>
      {before}
      <time dateTime={time.toISOString()} title={utc} className="tabular" suppressHydrationWarning>
        {isMounted || serverZone
          ? new Intl.DateTimeFormat("en-GB", { dateStyle, timeStyle: "medium", timeZone }).format(time)
          : utc}
      </time>
      <ClockTimes text={after} at={at} />
    </>
  );
}

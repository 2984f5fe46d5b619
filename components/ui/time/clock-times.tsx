"use client";
import { splitAtClockTime } from "@/lib/presenters/core/clock-times";
import { useDateText, useExactText } from "./time";

/**
 * Shows a stored text with its clock times in the viewer's time zone, like the dates beside it, and UTC on hover. `at` is a time near
 * them. Before hydration, they are in UTC if the server doesn't know that zone.
 */
export function ClockTimes({ text, at }: { text: string; at: string }) {
  const exact = useExactText();
  const found = splitAtClockTime(text, at);
  const dateText = useDateText({ dateStyle: found?.hasDate ? "medium" : undefined, timeStyle: "medium" });
  if (!found) return text;
  const { before, time, after } = found;
  const iso = time.toISOString();
  return (
    <>
      {before}
      <time dateTime={iso} title={exact(iso)} className="tabular" suppressHydrationWarning>
        {dateText(iso)}
      </time>
      <ClockTimes text={after} at={at} />
    </>
  );
}

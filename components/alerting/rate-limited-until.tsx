"use client";
import { useNow } from "@/components/ui/time";

const UTC = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone: "UTC" });
const LOCAL = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

/** Why nothing goes to a channel, and until when in the viewer's zone (UTC on hover); gone when the hold is over. */
export function HeldUntil({ at }: { at: string }) {
  const now = useNow();
  const until = new Date(at);
  if (now && now >= until) return null;
  const utc = `${UTC.format(until)} UTC`;
  return (
    <span className="block text-[13px] text-warn">
      Held until{" "}
      <time dateTime={at} title={utc} className="tabular" suppressHydrationWarning>
        {now ? LOCAL.format(until) : utc}
      </time>
      : the provider asked to wait (429)
    </span>
  );
}

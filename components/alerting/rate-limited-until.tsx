"use client";
import { useNow } from "@/components/ui/time/time";

const UTC = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone: "UTC" });
const LOCAL = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

/** Says until when an integration is rate-limited, in the viewer's time zone with UTC on hover. Disappears when the limit ends. */
export function RateLimitedUntil({ at }: { at: string }) {
  const now = useNow();
  const until = new Date(at);
  if (now && now >= until) return null;
  const utc = `${UTC.format(until)} UTC`;
  return (
    <span className="block text-[13px] text-warn">
      Rate-limited until{" "}
      <time dateTime={at} title={utc} className="tabular" suppressHydrationWarning>
        {now ? LOCAL.format(until) : utc}
      </time>{" "}
      (the provider returned 429)
    </span>
  );
}

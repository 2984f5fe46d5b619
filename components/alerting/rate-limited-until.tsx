"use client";
import { useDateText, useExactText, useNow } from "@/components/ui/time/time";

/** Says until when an integration is rate-limited, in the viewer's time zone with the zone on hover. Disappears when the limit ends. */
export function RateLimitedUntil({ at }: { at: string }) {
  const now = useNow();
  const timeText = useDateText({ timeStyle: "medium" });
  const exact = useExactText();
  const until = new Date(at);
  if (now && now >= until) return null;
  return (
    <span className="block text-[13px] text-warn">
      Rate-limited until{" "}
      <time dateTime={at} title={exact(at)} className="tabular" suppressHydrationWarning>
        {timeText(at)}
      </time>{" "}
      (the provider returned 429)
    </span>
  );
}

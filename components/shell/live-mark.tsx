"use client";
import { PlainButton } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { reconnect, useLiveState } from "@/lib/client/live/live";
import type { LiveState } from "@/lib/client/live/live-stream";

const WORDS: Record<LiveState, string> = {
  connecting: "Connecting…",
  live: "Live",
  reconnecting: "Reconnecting…",
  off: "Disconnected",
};

/** Shows whether the page receives live updates. */
export function LiveMark() {
  const state = useLiveState();
  return (
    <div className="flex items-center gap-2 px-2.5 py-1 text-[13px] text-muted" role="status">
      <span
        aria-hidden="true"
        className={cn(
          "size-2 rounded-full",
          state === "live" ? "bg-up-fill" : state === "off" ? "bg-down-fill" : "animate-breathe bg-warn-fill",
        )}
      />
      {WORDS[state]}
      {state === "off" && (
        <PlainButton className="underline underline-offset-2 hover:text-ink" onClick={reconnect}>
          Reconnect
        </PlainButton>
      )}
    </div>
  );
}

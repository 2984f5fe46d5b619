import { count } from "@/lib/domain/core/wording";

/** As far ahead as a slot may lie (F12). */
const TAKEN_MAX_MS = 60_000;
/** A machine whose clock is set by NTP is far closer; so is what a slow network makes of it. */
const ALLOWED_MAX_MS = 5000;

/** What a runner said of its clock last; milliseconds, negative when behind. */
export interface RunnerClock {
  /** How far its machine's clock is ahead of the server's. */
  readonly clock_ahead_ms: number;
  /** How far the times are that it hands in: less, when it allows for that. */
  readonly sent_ahead_ms: number;
}

/** What is wrong with a runner's clock, whose it is and what to do; null when nothing is. */
export function clockNote(clock: RunnerClock | undefined): string | null {
  if (!clock) return null;
  const { clock_ahead_ms: ahead, sent_ahead_ms: sent } = clock;
  if (Math.abs(sent) > TAKEN_MAX_MS) {
    return sent > 0
      ? `${itsClock(sent)}, so its results are dated in the future and dropped. Sync both clocks with NTP.`
      : `${itsClock(sent)}, so its incidents start and end at the wrong times. Sync both clocks with NTP.`;
  }
  if (Math.abs(ahead) <= ALLOWED_MAX_MS) return null;
  if (Math.abs(sent) < Math.abs(ahead))
    return `${itsClock(ahead)}, so it uses the server's time. Sync that machine's clock with NTP.`;
  // Of an older version: nothing is said of a clock a little behind, which a slow network looks like.
  return ahead > 0
    ? `${itsClock(ahead)}, so its times are corrected. Sync that machine's clock with NTP.`
    : null;
}

function itsClock(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const by = seconds < 120 ? count(seconds, "second") : count(Math.round(seconds / 60), "minute");
  return `Its clock is ${by} ${aheadMs > 0 ? "ahead of" : "behind"} the server's`;
}

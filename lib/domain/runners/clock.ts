import { count } from "@/lib/domain/core/wording";

/** The time another clock reported, and the round-trip time of the response. Milliseconds. */
export interface TimeAnswer {
  readonly saidMs: number;
  readonly tookMs: number;
}

/** How long a response is assumed to be under way at most. */
const RESPONSE_MAX_MS = 1000;

/**
 * Returns the correction for a clock that read `readMs` when the response arrived, in milliseconds. 0 unless the response
 * proves it wrong by more than `toleranceMs`. The true time lies between the reported time and that plus the round trip, so
 * a slow network causes no correction. The server says the time when it responds, so most of a long wait came before.
 */
export function clockCorrection(readMs: number, answer: TimeAnswer, toleranceMs: number): number {
  const { saidMs, tookMs } = answer;
  const right = readMs >= saidMs - toleranceMs && readMs <= saidMs + tookMs + toleranceMs;
  return right ? 0 : saidMs + Math.min(tookMs, RESPONSE_MAX_MS) / 2 - readMs;
}

/** Results may be dated this far ahead. */
const TAKEN_MAX_MS = 60_000;
/** NTP keeps clocks far closer than this, including the effect of a slow network. */
const ALLOWED_MAX_MS = 5000;

/** A runner's latest clock report. Milliseconds, negative when behind. */
export interface RunnerClock {
  /** How far the machine's clock is ahead of the server's. */
  readonly clock_ahead_ms: number;
  /** How far its reported times are ahead. Small once the runner knows the server's time. */
  readonly sent_ahead_ms: number;
}

/** Describes a clock problem and how to fix it, or returns null. */
export function clockNote(clock: RunnerClock | undefined): string | null {
  if (!clock) return null;
  const { clock_ahead_ms: ahead, sent_ahead_ms: sent } = clock;
  if (Math.abs(sent) > TAKEN_MAX_MS) {
    return sent > 0
      ? `${itsClock(sent)}, so its results are dated in the future and dropped. Sync both clocks with NTP.`
      : `${itsClock(sent)}, so its incidents start and end at the wrong times. Sync both clocks with NTP.`;
  }
  if (Math.abs(ahead) <= ALLOWED_MAX_MS) return null;
  return `${itsClock(ahead)}, so it uses the server's time. Sync that machine's clock with NTP.`;
}

function itsClock(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const by = seconds < 120 ? count(seconds, "second") : count(Math.round(seconds / 60), "minute");
  return `Its clock is ${by} ${aheadMs > 0 ? "ahead of" : "behind"} the server's`;
}

/** The time another clock reported, and the round-trip time of the response. Milliseconds. */
export interface TimeAnswer {
  readonly saidMs: number;
  readonly tookMs: number;
}

/**
 * Returns the correction for a clock that read `readMs` when the response arrived, in milliseconds. 0 unless the response
 * proves it wrong by more than `toleranceMs`. The true time lies between the reported time and that plus the round trip, so
 * a slow network causes no correction.
 */
export function clockCorrection(readMs: number, answer: TimeAnswer, toleranceMs: number): number {
  const { saidMs, tookMs } = answer;
  const right = readMs >= saidMs - toleranceMs && readMs <= saidMs + tookMs + toleranceMs;
  return right ? 0 : saidMs + tookMs / 2 - readMs;
}

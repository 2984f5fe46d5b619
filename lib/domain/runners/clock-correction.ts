/** What another clock said, and how long its answer was under way. Milliseconds. */
export interface TimeAnswer {
  readonly saidMs: number;
  readonly tookMs: number;
}

/**
 * By how much a clock that reads `readMs` as the answer arrives is to be moved, milliseconds: 0 while the answer does not prove it wrong by
 * more than `toleranceMs`. The other clock stood between what it said and that plus the way there and back, so a slow network moves nothing.
 */
export function clockCorrection(readMs: number, answer: TimeAnswer, toleranceMs: number): number {
  const { saidMs, tookMs } = answer;
  const right = readMs >= saidMs - toleranceMs && readMs <= saidMs + tookMs + toleranceMs;
  return right ? 0 : saidMs + tookMs / 2 - readMs;
}

/** Listed in the order in which they are drawn, so that failures cover the good part of an hour. */
const TONES = ["none", "up", "warn", "down"] as const;
export type StripTone = (typeof TONES)[number];

const STEP = 5;
const HEIGHT = 20;
const LEAST = 6;

/**
 * Returns one path per tone for the bars of a strip, because an element per hour would make up most of a list's page. Bars are
 * drawn 1 smaller on each side, and a round stroke of 2 gives them their size and their corners.
 */
export function stripBars(
  hours: readonly { up: number; down: number }[],
): { tone: StripTone; path: string }[] {
  const paths = new Map<StripTone, string>();
  const bar = (tone: StripTone, index: number, height: number) =>
    paths.set(
      tone,
      `${paths.get(tone) ?? ""}M${index * STEP + 1} 1h2v${Math.round(height * 10) / 10 - 2}h-2z`,
    );
  for (const [index, { up, down }] of hours.entries()) {
    const share = up + down === 0 ? null : up / (up + down);
    bar(share === null ? "none" : "up", index, HEIGHT);
    if (share !== null && share < 1)
      bar(share < 0.5 ? "down" : "warn", index, Math.max(LEAST, HEIGHT * (1 - share)));
  }
  return TONES.flatMap((tone) => {
    const path = paths.get(tone);
    return path ? [{ tone, path }] : [];
  });
}

/** Listed in the order in which they are drawn, so that failures cover the good part of an hour. */
const TONES = ["none", "up", "warn", "down"] as const;
export type StripTone = (typeof TONES)[number];

const STEP = 5;
const WIDTH = 4;
const HEIGHT = 20;
const LEAST = 6;

/**
 * Returns one path per tone for the bars of a strip, because an element per hour would make up most of a list's page.
 * Neighboring bars of the same height are one piece. The utility `strip` cuts the gaps and rounds the corners.
 */
export function stripBars(
  hours: readonly { up: number; down: number }[],
): { tone: StripTone; path: string }[] {
  const bars = new Map<StripTone, { from: number; to: number; height: number }[]>();
  const bar = (tone: StripTone, index: number, height: number) => {
    const known = bars.get(tone) ?? [];
    const last = known.at(-1);
    if (last && last.to === index - 1 && last.height === height) last.to = index;
    else known.push({ from: index, to: index, height });
    bars.set(tone, known);
  };
  for (const [index, { up, down }] of hours.entries()) {
    const share = up + down === 0 ? null : up / (up + down);
    bar(share === null ? "none" : "up", index, HEIGHT);
    if (share !== null && share < 1)
      bar(share < 0.5 ? "down" : "warn", index, Math.max(LEAST, Math.round(HEIGHT * (1 - share) * 10) / 10));
  }
  return TONES.flatMap((tone) => {
    const path = bars.get(tone)?.map(({ from, to, height }) => {
      const width = (to - from) * STEP + WIDTH;
      return `M${from * STEP} 0h${width}v${height}h-${width}z`;
    });
    return path ? [{ tone, path: path.join("") }] : [];
  });
}

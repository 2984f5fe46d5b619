import type { Message } from "./message";

/** The ground of the dashboard's frame, and the watch line's colors on it. */
const GROUND = "#12151c";
const UP = "#2fa56f";
const DOWN = "#e5534b";
const SLOW = "#e09b1f";
const QUIET = "#666e7b";

/** Stretches of the line from left to right: their color, their share of the width, and whether they are the low part of a dip. */
type Stretch = readonly [color: string, percent: number, isLow?: boolean];

const LINES: Record<Message["level"], readonly Stretch[]> = {
  down: [
    [UP, 72],
    [DOWN, 28, true],
  ],
  up: [
    [UP, 40],
    [DOWN, 24, true],
    [UP, 36],
  ],
  warning: [
    [UP, 72],
    [SLOW, 28, true],
  ],
  info: [[QUIET, 100]],
};

/**
 * Returns the row above a message: the watch line, flat for what isn't about a state. Its cells have colors instead of a picture,
 * because email clients block pictures. The title says the same in words.
 */
export function mailLine(level: Message["level"]): string {
  const line = LINES[level];
  const row = (height: number, cell: (stretch: Stretch, isLast: boolean) => string) =>
    `<tr>${line.map((stretch, at) => `<td width="${stretch[1]}%" style="height:${height}px;padding:0;font-size:0;line-height:0;${cell(stretch, at === line.length - 1)}">&nbsp;</td>`).join("")}</tr>`;
  const side = ([color, , isLow]: Stretch, isLast: boolean) =>
    isLow ? `border-left:3px solid ${color};${isLast ? "" : `border-right:3px solid ${color}`}` : "";
  const high = row(3, (stretch, isLast) => (stretch[2] ? side(stretch, isLast) : `background:${stretch[0]}`));
  const low = row(3, (stretch) => (stretch[2] ? `background:${stretch[0]}` : ""));
  const dip = line.some(([, , isLow]) => isLow) ? `${row(11, side)}${low}` : "";
  return `<tr><td style="padding:20px 24px;background:${GROUND}"><table role="presentation" dir="ltr" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">${high}${dip}</table></td></tr>`;
}

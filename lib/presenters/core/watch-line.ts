/** One step of a watch line, such as an hour: how many checks or minutes were good and bad. Neither means no data. */
export interface WatchStep {
  up: number;
  down: number;
}

export const WATCH_STEP = 5;
export const WATCH_HEIGHT = 20;
const TOP = 3;
const MIDDLE = 10;
const LEAST_DIP = 6;
const DEEPEST_DIP = 14;

export type WatchTone = "up" | "warn" | "down" | "none";
export interface WatchPath {
  tone: WatchTone;
  /** The line, around what it leaves empty above its dips. */
  line: string;
  /** Empty part above a last dip that stays open. */
  open?: string;
}

/**
 * Returns the watch line of steps of equal length, oldest first: high while everything is good, a dip as deep as the share of
 * failures, and a line in the middle without data. A dip has the tone of its worst step, and the last one stays open while it lasts.
 * One path per tone, because an element per step would make up most of a list's page.
 */
export function watchLine(steps: readonly WatchStep[]): WatchPath[] {
  const paths = new Map<WatchTone, string>();
  const open: WatchPath[] = [];
  const add = (tone: WatchTone, line: string) => paths.set(tone, (paths.get(tone) ?? "") + line);
  for (const { kind, from, members } of runs(steps)) {
    const start = from * WATCH_STEP;
    const end = start + members.length * WATCH_STEP;
    if (kind !== "failing") {
      add(kind, `M${start} ${kind === "up" ? TOP : MIDDLE}H${end}`);
      continue;
    }
    const tone = members.some((step) => shareOf(step) < 0.5) ? "down" : "warn";
    const line = `M${start} ${TOP}${floorOf(members, start)}`;
    if (from + members.length === steps.length) open.push({ tone, line, open: `${line}V${TOP}z` });
    else add(tone, `${line}V${TOP}`);
  }
  return [...[...paths].map(([tone, line]) => ({ tone, line })), ...open];
}

/** Draws the bottom of a dip. Neighbors of the same depth are one piece. */
function floorOf(members: readonly WatchStep[], start: number): string {
  return members
    .map((step, index) => {
      const next = members[index + 1];
      const depth = depthOf(step);
      const isNew = index === 0 || depthOf(members[index - 1] ?? step) !== depth;
      const isLast = next === undefined || depthOf(next) !== depth;
      return `${isNew ? `V${depth}` : ""}${isLast ? `H${start + (index + 1) * WATCH_STEP}` : ""}`;
    })
    .join("");
}

const shareOf = ({ up, down }: WatchStep): number => up / (up + down);
const depthOf = (step: WatchStep): number =>
  TOP + Math.max(LEAST_DIP, Math.round(DEEPEST_DIP * (1 - shareOf(step))));

type Kind = "up" | "none" | "failing";
const kindOf = ({ up, down }: WatchStep): Kind => (up + down === 0 ? "none" : down > 0 ? "failing" : "up");

/** Groups neighbors of the same kind. */
function runs(steps: readonly WatchStep[]): { kind: Kind; from: number; members: WatchStep[] }[] {
  const found: { kind: Kind; from: number; members: WatchStep[] }[] = [];
  for (const [from, step] of steps.entries()) {
    const last = found.at(-1);
    if (last?.kind === kindOf(step)) last.members.push(step);
    else found.push({ kind: kindOf(step), from, members: [step] });
  }
  return found;
}

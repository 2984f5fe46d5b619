import type { Omitted } from "@/lib/contract/incidents/timeline";
import type { TimelineLine } from "./timeline";
import { foldRepeats, type Repeats } from "./timeline-repeats";

/** What many monitors do at about the same time in a mass outage. */
const GROUPED = ["propagated", "partially_recovered"] as const;
type GroupedKind = (typeof GROUPED)[number];
type Delivery = Extract<TimelineLine, { kind: "delivery" }>;
/** Two lines read faster than one that stands for them. */
const FEWEST = 3;
/** Notifications that need no attention. */
const QUIET: readonly string[] = ["delivered", "superseded", "muted", "rate_limited"];

interface Folded<Line> {
  readonly key: string;
  /** When the newest and the oldest of them happened. */
  readonly at: string;
  readonly from: string;
  /** Newest first. */
  readonly lines: readonly Line[];
  /** How many older ones there are beyond the lines. */
  readonly omitted: number;
}
/** Replaces the lines of monitors that joined or recovered one after another. */
export interface MonitorGroup extends Folded<TimelineLine> {
  readonly kind: "monitors";
  readonly of: GroupedKind;
}
/** Replaces the notifications to one integration that have the same status. */
export interface DeliveryGroup extends Folded<Delivery> {
  readonly kind: "deliveries";
}
export type FoldedLine = TimelineLine | Repeats | MonitorGroup | DeliveryGroup;

/** Folds the lines of a timeline, and counts in what the server left out. */
export function foldTimeline(lines: readonly TimelineLine[], omitted: readonly Omitted[] = []): FoldedLine[] {
  const folded = foldLines(lines);
  for (const left of omitted) {
    const at = folded.findLastIndex((line) => stands(line, left));
    const fold = folded[at];
    if (fold && "omitted" in fold)
      folded[at] = { ...fold, omitted: left.count, from: new Date(left.first_at).toISOString() };
  }
  return folded;
}

/** Returns whether a fold stands for what was left out. */
function stands(line: FoldedLine, { kind, integration, status }: Omitted): boolean {
  if (line.kind === "monitors") return line.of === kind;
  const [first] = line.kind === "deliveries" ? line.lines : [];
  return first !== undefined && first.text === integration && first.status === status;
}

/**
 * Folds what many monitors or a flapping one repeat, and the notifications about it, newest first. Within a fold, notifications that
 * haven't arrived come first. Everything else ends a fold.
 */
function foldLines(lines: readonly TimelineLine[]): FoldedLine[] {
  const folded: FoldedLine[] = [];
  let others: TimelineLine[] = [];
  for (let at = 0; at < lines.length; ) {
    const run = foldableRun(lines.slice(at));
    if (run.length < FEWEST) others.push(...lines.slice(at, at + Math.max(1, run.length)));
    else {
      folded.push(...foldRepeats(others), ...foldedRun(run));
      others = [];
    }
    at += Math.max(1, run.length);
  }
  return [...folded, ...foldRepeats(others)];
}

function groupedKind(line: TimelineLine): GroupedKind | null {
  return line.kind === "decision" ? (GROUPED.find((kind) => kind === line.of) ?? null) : null;
}

/**
 * Returns the first lines as long as they are notifications or one kind of grouped decision. Notifications before another kind belong
 * to that one, which is older.
 */
function foldableRun(lines: readonly TimelineLine[]): TimelineLine[] {
  const kind = lines.map(groupedKind).find((found) => found !== null) ?? null;
  const end = lines.findIndex(
    (line) => line.kind !== "delivery" && (kind === null || groupedKind(line) !== kind),
  );
  const next = lines[end];
  if (next === undefined) return [...lines];
  const isBetween = groupedKind(next) !== null;
  return lines.slice(
    0,
    isBetween ? lines.findLastIndex((line, at) => at < end && groupedKind(line) !== null) + 1 : end,
  );
}

function foldedRun(run: readonly TimelineLine[]): FoldedLine[] {
  const deliveries = run.filter((line) => line.kind === "delivery");
  const folded = groupsOf(deliveries).flatMap((lines): (FoldedLine & { at: string })[] =>
    lines.length < FEWEST ? lines : foldOf(lines, (fold) => ({ ...fold, kind: "deliveries" })),
  );
  const decisions = run.filter((line) => line.kind !== "delivery");
  const monitors: (FoldedLine & { at: string })[] =
    decisions.length < FEWEST
      ? decisions
      : foldOf(decisions, (fold) => ({
          ...fold,
          kind: "monitors",
          of: fold.lines.map(groupedKind).find((kind) => kind !== null) ?? "propagated",
        }));
  const isOpen = (line: FoldedLine) => !QUIET.includes(statusOf(line) ?? "delivered");
  const rest = [...folded.filter((line) => !isOpen(line)), ...monitors];
  return [...folded.filter(isOpen), ...rest.sort((a, b) => Date.parse(b.at) - Date.parse(a.at))];
}

function groupsOf(deliveries: readonly Delivery[]): Delivery[][] {
  const groups = new Map<string, Delivery[]>();
  for (const line of deliveries) {
    const key = `${line.status} ${line.text}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()];
}

function statusOf(line: FoldedLine): string | null {
  if (line.kind === "delivery") return line.status;
  return line.kind === "deliveries" ? (line.lines[0]?.status ?? null) : null;
}

function foldOf<Line extends TimelineLine, Result>(
  lines: readonly Line[],
  made: (fold: Folded<Line>) => Result,
): Result[] {
  const [newest, oldest] = [lines[0], lines.at(-1)];
  if (!newest || !oldest) return [];
  return [made({ key: `fold-${newest.key}`, at: newest.at, from: oldest.at, lines, omitted: 0 })];
}

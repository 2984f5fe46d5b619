import type { Omitted } from "@/lib/contract/incidents/timeline";
import type { TimelineLine } from "./timeline";
import { foldRepeats, type Repeats } from "./timeline-repeats";

/** Events of many monitors at about the same time in a mass outage. */
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
/** The notifications to one integration that have the same status. */
export type DeliveryGroup = Folded<Delivery>;
/** Replaces all notifications about what happened at about the same time. */
export interface NotificationGroup {
  readonly kind: "notifications";
  readonly key: string;
  /** When the newest of them happened. */
  readonly at: string;
  /** Those that need attention first. */
  readonly groups: readonly DeliveryGroup[];
}
export type FoldedLine = TimelineLine | Repeats | MonitorGroup | NotificationGroup;

/** Folds the lines of a timeline, and counts in what the server left out. */
export function foldTimeline(lines: readonly TimelineLine[], omitted: readonly Omitted[] = []): FoldedLine[] {
  const folded = foldLines(lines);
  for (const left of omitted) {
    const at = folded.findLastIndex((line) => stands(line, left));
    const fold = folded[at];
    if (fold?.kind === "monitors") folded[at] = withOmitted(fold, left);
    if (fold?.kind === "notifications") {
      const groups = fold.groups.map((group) => (isTo(group, left) ? withOmitted(group, left) : group));
      folded[at] = { ...fold, groups };
    }
  }
  return folded;
}

/** Returns whether a fold stands for what was left out. */
function stands(line: FoldedLine, left: Omitted): boolean {
  if (line.kind === "monitors") return line.of === left.kind;
  return line.kind === "notifications" && line.groups.some((group) => isTo(group, left));
}

function isTo({ lines: [first] }: DeliveryGroup, { integration, status }: Omitted): boolean {
  return first !== undefined && first.text === integration && first.status === status;
}

function withOmitted<Fold extends Folded<unknown>>(fold: Fold, { count, first_at }: Omitted): Fold {
  return { ...fold, omitted: count, from: new Date(first_at).toISOString() };
}

/** Folds repeated events of many monitors or a flapping one, and the notifications about it, newest first. Everything else ends a fold. */
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

/** Returns the notifications of a run, followed by the decisions that caused them. */
function foldedRun(run: readonly TimelineLine[]): FoldedLine[] {
  const decisions = run.filter((line) => line.kind !== "delivery");
  const fold = decisions.length < FEWEST ? null : foldOf(decisions);
  const of = decisions.map(groupedKind).find((kind) => kind !== null) ?? "propagated";
  return [
    ...notificationsOf(run.filter((line) => line.kind === "delivery")),
    ...(fold ? [{ ...fold, kind: "monitors" as const, of }] : decisions),
  ];
}

function notificationsOf(deliveries: readonly Delivery[]): FoldedLine[] {
  const [newest] = deliveries;
  if (!newest || deliveries.length < FEWEST) return [...deliveries];
  const byStatus = new Map<string, Delivery[]>();
  for (const line of deliveries) {
    const key = `${line.status} ${line.text}`;
    byStatus.set(key, [...(byStatus.get(key) ?? []), line]);
  }
  const groups = [...byStatus.values()].flatMap((lines) => foldOf(lines) ?? []);
  const isQuiet = ({ lines: [first] }: DeliveryGroup) => QUIET.includes(first?.status ?? "");
  const sorted = [...groups.filter((group) => !isQuiet(group)), ...groups.filter(isQuiet)];
  return [{ kind: "notifications", key: `notifications-${newest.key}`, at: newest.at, groups: sorted }];
}

function foldOf<Line extends TimelineLine>(lines: readonly Line[]): Folded<Line> | null {
  const [newest, oldest] = [lines[0], lines.at(-1)];
  if (!newest || !oldest) return null;
  return { key: `fold-${newest.key}`, at: newest.at, from: oldest.at, lines, omitted: 0 };
}

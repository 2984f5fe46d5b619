import type { TimelineLine } from "./timeline";

/** Repeated failures of a flapping monitor. */
const REPEATED: readonly string[] = ["ongoing", "recovering", "waiting_for_stable_recovery"];
/** A single failure reads faster than a line that stands for it. */
const FEWEST_FAILURES = 2;

/** Replaces the earlier lines of a monitor that kept failing and recovering. */
export interface Repeats {
  kind: "repeats";
  key: string;
  /** When the newest of them happened. */
  at: string;
  /** Newest first. */
  lines: readonly TimelineLine[];
  /** How often it failed again. */
  failures: number;
}

/** Folds the lines of a flapping monitor, newest first, except the newest of each kind. Everything else ends a run of repetitions. */
export function foldRepeats(lines: readonly TimelineLine[]): (TimelineLine | Repeats)[] {
  const folded: (TimelineLine | Repeats)[] = [];
  for (let at = 0; at < lines.length; ) {
    const length = runLength(lines.slice(at));
    const run = lines.slice(at, at + Math.max(1, length));
    folded.push(...foldedRun(run));
    at += run.length;
  }
  return folded;
}

const kindOf = (line: TimelineLine) => (line.kind === "decision" ? line.of : "");
const isRepeated = (line: TimelineLine) => REPEATED.includes(kindOf(line));

function runLength(lines: readonly TimelineLine[]): number {
  const end = lines.findIndex((line) => !isRepeated(line));
  return end < 0 ? lines.length : end;
}

function foldedRun(run: readonly TimelineLine[]): (TimelineLine | Repeats)[] {
  const newest = run.filter((line, at) => run.findIndex((each) => kindOf(each) === kindOf(line)) === at);
  const lines = run.filter((line) => !newest.includes(line));
  const failures = lines.filter((line) => kindOf(line) === "ongoing").length;
  const [first] = lines;
  if (!first || failures < FEWEST_FAILURES) return [...run];
  return [...newest, { kind: "repeats", key: `repeats-${first.key}`, at: first.at, lines, failures }];
}

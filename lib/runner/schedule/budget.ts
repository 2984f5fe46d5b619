import { Counts } from "@/lib/runner/report/counts";

/** What of a scheduled pair decides on its budgets. */
export interface Spender {
  readonly config: { readonly project_id: number };
  /** Host and port. */
  readonly target: string;
}

/** No single host and port gets more than this part of all checks at once. */
const TARGET_PART = 1 / 4;

/**
 * Shares the checks that may run at once, so that a project or a target whose checks all take their whole timeout delays its own
 * ones and nobody else's: of n busy projects each gets 1/(n+1), which always leaves room for the next one; a target gets a quarter.
 * Who gets no place waits in line for a place of its own project or target. Pure but for its own memory.
 */
export class Budget<T extends Spender> {
  concurrency = 1000;
  private readonly projects = new Counts<number>();
  private readonly targets = new Counts<string>();
  private readonly projectLines = new Map<number, Set<T>>();
  private readonly targetLines = new Map<string, Set<T>>();

  /** Takes a place; false when there is none, and it waits in line then. */
  take(spender: T): boolean {
    const { target } = spender;
    const project = spender.config.project_id;
    if (this.isCrowded(target)) return enqueue(this.targetLines, target, spender);
    if (this.isFull(project)) return enqueue(this.projectLines, project, spender);
    this.projects.add(project);
    this.targets.add(target);
    return true;
  }

  /** Gives a place back; those who waited and have one now. */
  give(spender: T): T[] {
    const { target } = spender;
    const project = spender.config.project_id;
    this.projects.takeAway(project);
    this.targets.takeAway(target);
    return [
      ...this.next(this.targetLines, target, () => !this.isCrowded(target)),
      ...this.next(this.projectLines, project, () => !this.isFull(project)),
    ];
  }

  /** Who waits in some line. */
  *waiting(): Iterable<T> {
    for (const lines of [this.projectLines, this.targetLines]) for (const line of lines.values()) yield* line;
  }

  /** The first of a line that gets a place, while there is one; those before it that lack another one change the line. */
  private next<Key>(lines: Map<Key, Set<T>>, key: Key, hasPlace: () => boolean): T[] {
    const line = lines.get(key);
    for (const first of line ?? []) {
      if (!hasPlace()) return [];
      line?.delete(first);
      if (line?.size === 0) lines.delete(key);
      if (this.take(first)) return [first];
    }
    return [];
  }

  private isCrowded(target: string): boolean {
    return this.targets.of(target) >= Math.max(1, this.concurrency * TARGET_PART);
  }

  private isFull(project: number): boolean {
    const running = this.projects.of(project);
    const busy = this.projects.busy + (running === 0 ? 1 : 0);
    return running >= Math.max(1, this.concurrency / (busy + 1));
  }
}

function enqueue<Key, T>(lines: Map<Key, Set<T>>, key: Key, spender: T): false {
  const line = lines.get(key);
  if (line) line.add(spender);
  else lines.set(key, new Set([spender]));
  return false;
}

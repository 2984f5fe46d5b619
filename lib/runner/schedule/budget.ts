import { Counts } from "./counts";

/** The part of a scheduled monitor region that determines its budgets. */
export interface Spender {
  readonly config: { readonly project_id: number };
  /** Host and port. */
  readonly target: string;
}

/** The share of all running checks that a single host and port may take. */
const TARGET_PART = 1 / 4;

/**
 * Divides the running checks so that a project or target whose checks all time out delays only itself. Each of n busy
 * projects gets 1/(n+1), which always leaves room for the next one; a target gets a quarter. Checks over the limit
 * queue for their own project or target. Pure except for its own state.
 */
export class Budget<T extends Spender> {
  concurrency = 1000;
  private readonly projects = new Counts<number>();
  private readonly targets = new Counts<string>();
  private readonly projectLines = new Map<number, Set<T>>();
  private readonly targetLines = new Map<string, Set<T>>();

  /** Takes a place. When none is free, queues the spender and returns false. */
  take(spender: T): boolean {
    const { target } = spender;
    const project = spender.config.project_id;
    if (this.isCrowded(target)) return enqueue(this.targetLines, target, spender);
    if (this.isFull(project)) return enqueue(this.projectLines, project, spender);
    this.projects.add(project);
    this.targets.add(target);
    return true;
  }

  /** Frees a place and returns the queued spenders that now have one. */
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

  /** Yields everything that is queued. */
  *waiting(): Iterable<T> {
    for (const lines of [this.projectLines, this.targetLines]) for (const line of lines.values()) yield* line;
  }

  /** Returns the first spenders of a queue that get a place. Those that still need another place move to that queue. */
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

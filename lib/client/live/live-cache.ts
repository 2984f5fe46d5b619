import type { Query, QueryClient } from "@tanstack/react-query";
import type { MonitorStatus } from "@/lib/contract/monitors/states";
import type { LiveChange, LiveChecks } from "@/lib/contract/reports/live";
import { machineMs } from "@/lib/shared/clock";
import { afterChange, afterChecks, type ReadKey } from "./live-reads";
import { refetchAt, type Urgency } from "./refetch-time";

interface ShownMonitor {
  readonly id: number;
  readonly status: MonitorStatus;
  readonly data_missing: boolean;
}

export interface Tab {
  isVisible(): boolean;
  random(): number;
}

/**
 * Keeps a tab's cache up to date: shows a changed status immediately, and periodically fetches everything else that
 * changed.
 */
export class LiveCache {
  /** When to fetch reads again, epoch milliseconds, by query hash. */
  readonly #due = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly cache: QueryClient,
    private readonly tab: Tab,
  ) {}

  change(change: LiveChange): void {
    this.#mark((key) => afterChange(change, key));
  }

  checks(checks: LiveChecks): void {
    for (const { id, status } of checks.changed) this.#show(id, status);
    this.#mark((key) => afterChecks(checks, key));
  }

  /** Fetches the reads that are due. A hidden tab fetches when it's shown again. */
  run(): void {
    if (!this.tab.isVisible()) return;
    const nowMs = machineMs();
    const due = new Set([...this.#due].filter(([, atMs]) => atMs <= nowMs).map(([hash]) => hash));
    for (const hash of due) this.#due.delete(hash);
    if (due.size > 0) void this.cache.refetchQueries({ predicate: ({ queryHash }) => due.has(queryHash) });
    this.#wait();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#due.clear();
  }

  #mark(urgencyOf: (key: ReadKey) => Urgency | null): void {
    for (const query of this.cache.getQueryCache().getAll()) {
      const urgency = urgencyOf(query.queryKey);
      if (!urgency) continue;
      if (query.isActive()) this.#plan(query, urgency);
      else query.invalidate();
    }
    this.#wait();
  }

  #plan({ queryHash, state }: Query, urgency: Urgency): void {
    const atMs = refetchAt(urgency, state.dataUpdatedAt, machineMs(), this.tab.random());
    const known = this.#due.get(queryHash) ?? Number.POSITIVE_INFINITY;
    if (atMs < known) this.#due.set(queryHash, atMs);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#due.size === 0 || !this.tab.isVisible()) return;
    this.#timer = setTimeout(() => this.run(), Math.max(0, Math.min(...this.#due.values()) - machineMs()));
  }

  /** Shows a monitor's new status wherever it's listed. Doesn't count as a fetch. */
  #show(id: number, status: MonitorStatus): void {
    const withStatus = (item: ShownMonitor): ShownMonitor =>
      item.id === id ? { ...item, status, data_missing: false } : item;
    for (const query of this.cache.getQueryCache().getAll()) {
      const [read] = query.queryKey;
      if (read !== "listMonitors" && read !== "getMonitor") continue;
      this.cache.setQueryData<ShownMonitor | { data: ShownMonitor[] }>(
        query.queryKey,
        (old) => old && ("data" in old ? { ...old, data: old.data.map(withStatus) } : withStatus(old)),
        { updatedAt: query.state.dataUpdatedAt },
      );
    }
  }
}

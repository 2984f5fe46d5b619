import type { MonitorStatus } from "@/lib/contract/monitors/states";
import { LIVE_TOPICS, type LiveChange, type LiveChecks } from "@/lib/contract/reports/live";

export type LiveEvent =
  | { event: "ready"; data: { project_id: number } }
  | { event: "change"; data: LiveChange }
  | { event: "checks"; data: LiveChecks };

/** A hint from any process. Without a project, hints may have been missed. */
export type LiveHint = LiveChange | LiveChecks | { project_id?: undefined };

const MAX_CHANGES = 100;
const MAX_CHECKED = 2000;

/** The changes of its project that one stream has yet to send, each once. A reader that is far behind gets only the topic. */
export class LiveQueue {
  readonly #changes = new Map<string, LiveChange>();
  readonly #checked = new Set<number>();
  readonly #changed = new Map<number, MonitorStatus>();

  constructor(private readonly projectId: number) {}

  /** Adds a hint. Returns when the reader should get it, or null if it concerns another project. */
  add(given: LiveHint): "now" | "later" | null {
    if (given.project_id === undefined) {
      for (const topic of LIVE_TOPICS) this.#put({ project_id: this.projectId, topic });
      return "now";
    }
    if (given.project_id !== this.projectId) return null;
    if ("topic" in given) this.#put(given);
    else this.#check(given);
    return "topic" in given || given.changed.length > 0 ? "now" : "later";
  }

  /** Removes and returns the next event. */
  next(): LiveEvent | null {
    for (const [key, data] of this.#changes) {
      this.#changes.delete(key);
      return { event: "change", data };
    }
    if (this.#checked.size === 0) return null;
    const changed = [...this.#changed].map(([id, status]) => ({ id, status }));
    const data = { project_id: this.projectId, checked: [...this.#checked], changed };
    this.#checked.clear();
    this.#changed.clear();
    return { event: "checks", data };
  }

  #put({ project_id, topic, id }: LiveChange): void {
    const key = this.#changes.size < MAX_CHANGES ? `${topic}:${id ?? ""}` : `${topic}:`;
    this.#changes.set(key, key === `${topic}:` ? { project_id, topic } : { project_id, topic, id });
  }

  #check({ checked, changed }: LiveChecks): void {
    for (const id of checked) this.#checked.add(id);
    for (const { id, status } of changed) this.#changed.set(id, status);
    if (this.#checked.size <= MAX_CHECKED) return;
    this.#checked.clear();
    this.#changed.clear();
    this.#put({ project_id: this.projectId, topic: "monitors" });
  }
}

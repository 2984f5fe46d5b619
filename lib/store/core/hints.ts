import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { listener } from "./connection/listener";
import { pool } from "./pool";

export type HintTopic = "live" | "config" | "pages" | "probes" | "alerts";
export type HintPayload = Record<string, unknown>;

const FLUSH_EVERY_MS = 100;

interface Outgoing {
  waiting: Map<string, Set<string>>;
  timer: NodeJS.Timeout | null;
}

function outgoing(): Outgoing {
  return once("store.hints", () => ({ waiting: new Map(), timer: null }));
}

/**
 * Notifies every process of a change. Call it after the commit, because a NOTIFY inside a write transaction serializes
 * commits. Equal payloads within 100 ms are sent once. A lost hint only delays an update.
 */
export function hint(topic: HintTopic, payload: object): void {
  const state = outgoing();
  const waiting = state.waiting.get(topic) ?? new Set();
  waiting.add(JSON.stringify(payload));
  state.waiting.set(topic, waiting);
  if (state.timer) return;
  state.timer = setTimeout(() => {
    state.timer = null;
    void flush(state);
  }, FLUSH_EVERY_MS);
  state.timer.unref();
}

async function flush(state: Outgoing): Promise<void> {
  const channels: string[] = [];
  const payloads: string[] = [];
  for (const [topic, texts] of state.waiting) {
    for (const text of texts) {
      channels.push(channelOf(topic));
      payloads.push(text);
    }
  }
  state.waiting.clear();
  try {
    await pool().query(
      "select pg_notify(h.channel, h.payload) from unnest($1::text[], $2::text[]) as h(channel, payload)",
      [channels, payloads],
    );
  } catch (error) {
    log.debug("hints not sent", { error: (error as Error).message });
  }
}

/**
 * Calls `onHint` for each hint of the topic from any process, and with `{}` after a reconnect, because hints may have been
 * missed. Returns a function that unsubscribes. Each process has one LISTEN connection, closed with its last listener.
 */
export function listen(topic: HintTopic, onHint: (payload: HintPayload) => void): () => void {
  return listener().add(channelOf(topic), onHint);
}

function channelOf(topic: string): string {
  return `vedette_${topic}`;
}

import pg from "pg";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { directUrl } from "@/lib/store/core/addresses";
import { KEEP_ALIVE } from "./attentive-client";
import { FOR_LONG_SESSION } from "./settings";

type OnPayload = (payload: Record<string, unknown>) => void;

const RECONNECT_MS = 1000;
const CONNECT_TIMEOUT_MS = 10_000;

/** Returns the LISTEN connection of this process, shared by all channels. */
export function listener(): Listener {
  return once("store.listener", () => new Listener());
}

class Listener {
  private readonly handlers = new Map<string, Set<OnPayload>>();
  private client: pg.Client | null = null;
  private connecting = false;
  private retry: NodeJS.Timeout | null = null;
  private wasLost = false;

  add(channel: string, onPayload: OnPayload): () => void {
    const known = this.handlers.get(channel);
    const handlers = known ?? new Set();
    handlers.add(onPayload);
    this.handlers.set(channel, handlers);
    if (!this.client) void this.connect();
    else if (!known) void this.client.query(`listen ${channel}`).catch(() => undefined);
    return () => this.remove(channel, onPayload);
  }

  private remove(channel: string, onPayload: OnPayload): void {
    const handlers = this.handlers.get(channel);
    handlers?.delete(onPayload);
    if (handlers?.size === 0) this.handlers.delete(channel);
    if (this.handlers.size > 0) return;
    if (this.retry) clearTimeout(this.retry);
    this.retry = null;
    const open = this.client;
    this.client = null;
    void open?.end().catch(() => undefined);
  }

  /** Forgets all listeners and ends the connection. */
  close(): void {
    this.handlers.clear();
    this.remove("", () => undefined);
  }

  private async connect(): Promise<void> {
    if (this.connecting) return;
    this.connecting = true;
    let client: pg.Client | null = null;
    try {
      client = this.newClient();
      await client.connect();
      await client.query(FOR_LONG_SESSION);
      this.client = client;
      for (const channel of [...this.handlers.keys()]) await client.query(`listen ${channel}`);
      if (this.wasLost) for (const channel of this.handlers.keys()) this.deliver(channel, "{}");
      this.wasLost = false;
      if (this.handlers.size === 0) this.remove("", () => undefined);
    } catch (error) {
      log.debug("LISTEN connection failed", { error: (error as Error).message });
      this.client = client;
      if (client) this.lost(client);
    } finally {
      this.connecting = false;
    }
  }

  private newClient(): pg.Client {
    const client = new pg.Client({
      connectionString: directUrl(),
      application_name: "vedette-listen",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...KEEP_ALIVE,
    });
    client.on("error", () => this.lost(client));
    client.on("end", () => this.lost(client));
    client.on("notification", (message) => this.deliver(message.channel, message.payload ?? "{}"));
    return client;
  }

  private lost(client: pg.Client): void {
    if (this.client !== client) return;
    this.client = null;
    this.wasLost = true;
    void client.end().catch(() => undefined);
    if (this.handlers.size === 0 || this.retry) return;
    this.retry = setTimeout(() => {
      this.retry = null;
      void this.connect();
    }, RECONNECT_MS);
    this.retry.unref();
  }

  private deliver(channel: string, text: string): void {
    const payload = JSON.parse(text) as Record<string, unknown>;
    for (const onPayload of this.handlers.get(channel) ?? []) {
      try {
        onPayload(payload);
      } catch (error) {
        log.error("hint listener failed", { channel, error });
      }
    }
  }
}

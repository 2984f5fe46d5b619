import { setTimeout as wait } from "node:timers/promises";
import { Loop } from "./loop";

const PAUSE_MS = 300;
const TIMEOUT_MS = 20_000;

export interface Write {
  readonly title: string;
  acknowledged: boolean;
}

/**
 * Creates incidents one after another. Each keeps its idempotency key and tries the servers in turn until one
 * acknowledges it.
 */
export class Writer extends Loop {
  readonly writes: Write[] = [];

  constructor(
    private readonly origins: readonly string[],
    private readonly headers: Readonly<Record<string, string>>,
  ) {
    super();
  }

  /** Ends when the write is acknowledged. */
  protected async round(): Promise<void> {
    const number = this.writes.length;
    const write: Write = { title: `Write ${number}`, acknowledged: false };
    this.writes.push(write);
    for (let attempt = number; !write.acknowledged; attempt += 1) {
      write.acknowledged = await this.post(this.origins[attempt % this.origins.length] ?? "", write.title);
      await wait(PAUSE_MS);
    }
  }

  private async post(origin: string, title: string): Promise<boolean> {
    try {
      const answer = await fetch(`${origin}/api/uptime/incidents`, {
        method: "POST",
        headers: { ...this.headers, "idempotency-key": title },
        body: JSON.stringify({ title, impact: "operational" }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await answer.text();
      // The second one comes from a server that was killed after the commit.
      return answer.status === 201 || (answer.status === 409 && text.includes("took effect"));
    } catch {
      return false; // Killed, frozen, or away; the next server gets the same request.
    }
  }
}

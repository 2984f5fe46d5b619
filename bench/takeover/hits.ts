import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { monotonicMs } from "@/lib/shared/clock";

/** When a target was asked for each monitor. Monotonic milliseconds, in order. */
export class Hits {
  private readonly byMonitor = new Map<number, number[]>();
  private readonly server = createServer((request, response) => {
    const monitor = Number(request.url?.slice(1));
    const times = this.byMonitor.get(monitor);
    if (times) times.push(monotonicMs());
    else this.byMonitor.set(monitor, [monotonicMs()]);
    response.end("ok");
  });

  /** Returns the port. A monitor asks for its ID. */
  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return (this.server.address() as AddressInfo).port;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Clears the record. */
  reset(): void {
    this.byMonitor.clear();
  }

  /** Returns how many monitors were asked for at least `count` times. */
  seen(count: number): number {
    return [...this.byMonitor.values()].filter((times) => times.length >= count).length;
  }

  /** Returns the longest pause between two checks of a monitor. */
  longestPauseMs(): number {
    return Math.max(
      ...[...this.byMonitor.values()].flatMap((times) => times.map((ms, at) => ms - (times[at - 1] ?? ms))),
    );
  }

  /** Returns how many scheduled times were never checked. */
  lost(intervalMs: number): number {
    const missing = [...this.byMonitor.values()].map(
      (times) => Math.round(((times.at(-1) ?? 0) - (times[0] ?? 0)) / intervalMs) + 1 - times.length,
    );
    return missing.reduce((total, count) => total + Math.max(0, count), 0);
  }

  /** Returns the monitors not asked for since. */
  missingSince(sinceMs: number): number {
    return [...this.byMonitor.values()].filter((times) => (times.at(-1) ?? 0) < sinceMs).length;
  }
}

import { startBlackbox } from "./blackbox";
import { startBenchTarget } from "./processes";
import { answerOf } from "./programs";

/** CPU microseconds per check for each turn. */
export interface Spent {
  readonly own: number[];
  readonly theirs: number[];
}

/**
 * Starts a new target, blackbox_exporter, and measured process. Returns null without blackbox_exporter. `checks` counts
 * those of a turn.
 */
export async function compare(
  protocol: "http" | "tcp" | "icmp",
  { turns, checks, pem }: { turns: number; checks: number; pem: string | null },
): Promise<Spent | null> {
  const target = await startBenchTarget({ pem: pem ?? undefined });
  const blackbox = await startBlackbox(pem);
  try {
    if (!blackbox) return null;
    const places = {
      http: `${pem ? "https://localhost" : "http://127.0.0.1"}:${target.port}/`,
      tcp: `127.0.0.1:${target.port}`,
      icmp: "127.0.0.1",
    };
    const args = [protocol, places[protocol], checks, turns, blackbox.port, blackbox.pid].map(String);
    return await answerOf<Spent>(
      "bench/checker/exporter-load.ts",
      args,
      pem ? { NODE_EXTRA_CA_CERTS: pem } : {},
    );
  } finally {
    blackbox?.stop();
    target.stop();
  }
}

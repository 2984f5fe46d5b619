import { type PingWay, pingWay } from "@/lib/probes/icmp/ping-way";
import { inPingNamespace, noPingNamespace } from "@/lib/testing/targets/ping-namespace";
import type { Bench, Measure } from "../bench";
import { ratioOf } from "../verdict";
import { compare, type Spent } from "./exporter-compare";
import { makePem } from "./processes";
import { answerHere } from "./programs";
import { median } from "./statistics";

const TURNS = 5;

interface Case {
  readonly id: string;
  readonly protocol: "http" | "tcp" | "icmp";
  readonly isTls: boolean;
  readonly goal: number;
}

const MODERN_NODE = Number(process.versions.node.split(".")[0]) >= 24;
const CASES: readonly Case[] = [
  { id: "http-exporter", protocol: "http", isTls: false, goal: 0.3 },
  { id: "https-exporter", protocol: "http", isTls: true, goal: MODERN_NODE ? 0.8 : 1.25 },
  { id: "tcp-icmp-exporter", protocol: "tcp", isTls: false, goal: 0.33 },
  { id: "tcp-icmp-exporter", protocol: "icmp", isTls: false, goal: 0.1 },
];
const PING_NOTES: Record<PingWay, string> = {
  socket: "with a ping socket",
  ping: "with ping, one process per ping",
  none: "pings aren't possible here",
};

/** Compares the CPU of a check with Debian's blackbox_exporter, both checking the same target in turns. */
async function measure(one: Case): Promise<Measure | null> {
  if (one.protocol === "icmp") return pingMeasure(one);
  const pem = one.isTls ? makePem() : null;
  if (one.isTls && !pem) return null;
  return judged(one, await compare(one.protocol, { turns: TURNS, checks: one.isTls ? 600 : 2000, pem }));
}

/**
 * Measures pings as this machine sends them. If it can't open ping sockets but a network namespace can, both sides
 * run there, like in a Docker container and on most servers.
 */
async function pingMeasure(one: Case): Promise<Measure | null> {
  const way = await pingWay();
  if (way === "socket" || noPingNamespace() !== null) {
    const spent = await compare("icmp", { turns: TURNS, checks: way === "socket" ? 2000 : 200, pem: null });
    return judged(one, spent, PING_NOTES[way]);
  }
  const spent = await answerHere<Spent | null>(
    "bench/checker/ping-namespace.ts",
    [String(TURNS)],
    inPingNamespace,
  );
  return judged(
    one,
    spent,
    "with a ping socket, both in a network namespace that allows it; this machine doesn't",
  );
}

function judged(one: Case, spent: Spent | null, way?: string): Measure | null {
  if (!spent) return null;
  const rounds = spent.own.map((us, turn) => us / (spent.theirs[turn] ?? 1));
  const costs = `µs per check: ours ${median(spent.own).toFixed(0)}, blackbox_exporter ${median(spent.theirs).toFixed(0)}`;
  const unit = `× blackbox, ${one.isTls ? "https" : one.protocol}`;
  const note = way ? `${costs} (${way})` : costs;
  return { ...ratioOf(rounds, (ratio) => ratio <= one.goal), unit, note };
}

const ABSENT: Measure = {
  value: 0,
  unit: "not measured",
  ok: true,
  noisy: false,
  skipped: true,
  note: "needs apt-get install prometheus-blackbox-exporter (and openssl for https)",
};

function benchOf(id: string, title: string, goal: string): Bench {
  const run = async () => {
    const measures: Measure[] = [];
    for (const one of CASES.filter((each) => each.id === id)) measures.push((await measure(one)) ?? ABSENT);
    return measures;
  };
  return { id, title, goal, run };
}

export const httpExporter = benchOf("http-exporter", "HTTP check, CPU vs blackbox_exporter", "≤ 0.30");
export const httpsExporter = benchOf(
  "https-exporter",
  "HTTPS check, verified, CPU vs blackbox_exporter",
  MODERN_NODE ? "≤ 0.80" : "≤ 1.25",
);
export const otherExporters = benchOf(
  "tcp-icmp-exporter",
  "TCP · ICMP check, CPU vs blackbox_exporter",
  "≤ 0.33 · ≤ 0.10",
);

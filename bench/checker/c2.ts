import type { Bench, BenchOptions, Measure } from "../bench";
import { startBlackbox } from "./blackbox";
import { makePem, startBenchTarget } from "./processes";
import { answerOf } from "./programs";
import { median } from "./statistics";

interface Case {
  readonly id: string;
  readonly protocol: "http" | "tcp" | "icmp";
  readonly isTls: boolean;
  readonly goal: number;
  /** Checks a turn. */
  readonly checks: number;
}

const MODERN_NODE = Number(process.versions.node.split(".")[0]) >= 24;
const CASES: readonly Case[] = [
  { id: "C2", protocol: "http", isTls: false, goal: 0.3, checks: 2000 },
  { id: "C3", protocol: "http", isTls: true, goal: MODERN_NODE ? 0.8 : 1.25, checks: 600 },
  { id: "C4", protocol: "tcp", isTls: false, goal: 0.33, checks: 2000 },
  { id: "C4", protocol: "icmp", isTls: false, goal: 0.1, checks: 200 },
];

/** CPU of a check beside Debian's blackbox_exporter, each asked for the same target in turns. */
async function measure(one: Case, { quick }: BenchOptions): Promise<Measure | null> {
  const pem = one.isTls ? makePem() : null;
  if (one.isTls && !pem) return null;
  const target = await startBenchTarget({ pem: pem ?? undefined });
  const blackbox = await startBlackbox(pem);
  try {
    if (!blackbox) return null;
    const places = {
      http: `${one.isTls ? "https://localhost" : "http://127.0.0.1"}:${target.port}/`,
      tcp: `127.0.0.1:${target.port}`,
      icmp: "127.0.0.1",
    };
    const turns = quick ? 3 : 7;
    const args = [one.protocol, places[one.protocol], one.checks, turns, blackbox.port, blackbox.pid];
    const { own, theirs, noisy } = await answerOf<{ own: number[]; theirs: number[]; noisy: boolean }>(
      "bench/checker/c2-load.ts",
      args.map(String),
      pem ? { NODE_EXTRA_CA_CERTS: pem } : {},
    );
    const value = median(own) / median(theirs);
    const note = `µs a check: ours ${median(own).toFixed(0)}, blackbox_exporter ${median(theirs).toFixed(0)}`;
    const unit = `× blackbox, ${one.isTls ? "https" : one.protocol}`;
    return { value, unit, ok: value <= one.goal, noisy, note };
  } finally {
    blackbox?.stop();
    target.stop();
  }
}

const ABSENT: Measure = {
  value: 0,
  unit: "not measured",
  ok: true,
  noisy: false,
  note: "skipped: apt-get install prometheus-blackbox-exporter (and openssl for https)",
};

function benchOf(id: string, title: string, goal: string): Bench {
  const run = async (options: BenchOptions) => {
    const measures: Measure[] = [];
    for (const one of CASES.filter((each) => each.id === id))
      measures.push((await measure(one, options)) ?? ABSENT);
    return measures;
  };
  return { id, title, goal, run };
}

export const c2 = benchOf("C2", "HTTP check, CPU vs blackbox_exporter", "≤ 0.30");
export const c3 = benchOf(
  "C3",
  "HTTPS check, verified, CPU vs blackbox_exporter",
  MODERN_NODE ? "≤ 0.80" : "≤ 1.25",
);
export const c4 = benchOf("C4", "TCP · ICMP check, CPU vs blackbox_exporter", "≤ 0.33 · ≤ 0.10");

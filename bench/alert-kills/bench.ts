import type { Bench, BenchOptions, Measure } from "../bench";
import { benchDatabase } from "../ingest-database";
import { killAt, type Outcome } from "./kills";
import { POINTS, QUICK_POINTS } from "./points";

function row({ point, before, arrivals, sameId }: Outcome): string {
  const cells = [
    point.name.padEnd(34),
    point.app.padEnd(17),
    `before the kill ${before}, in total ${arrivals}`,
  ];
  return `  ${cells.join(" ")}, ${sameId ? "IDs equal" : "IDS DIFFER"}`;
}

async function killedAtPoints({ quick }: BenchOptions): Promise<Measure[]> {
  const database = await benchDatabase();
  try {
    const outcomes = await killAt(quick ? QUICK_POINTS : POINTS);
    process.stderr.write(`${outcomes.map(row).join("\n")}\n`);
    const lost = outcomes.filter((one) => one.arrivals === 0).length;
    const repeats = outcomes.reduce((sum, one) => sum + Math.max(0, one.arrivals - 1), 0);
    const worst = Math.max(...outcomes.map((one) => one.arrivals - 1));
    const differing = outcomes.filter((one) => !one.sameId).length;
    const note = `${outcomes.length} kills at named points: ${lost} lost, ${repeats} repeated, at most ${worst} for one kill, ${differing} with another ID`;
    return [
      { value: lost, unit: "lost", ok: lost === 0 && worst <= 1 && differing === 0, noisy: false, note },
    ];
  } finally {
    await database.stop();
  }
}

export const benches: Bench[] = [
  {
    id: "webhook-kills",
    title: "job worker killed at 42 named points",
    goal: "0 lost, at most 1 repeat",
    run: killedAtPoints,
  },
];

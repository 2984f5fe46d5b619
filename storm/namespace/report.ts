import type { ArrivalVerdict } from "./arrivals";
import type { Disturbed } from "./disturbance";
import type { IncidentVerdict } from "./incidents";
import type { ResultVerdict } from "./verdict";

export interface Figures {
  disturbed: Disturbed;
  kills: number;
  drainedMs: number;
  outages: number;
  madeRemotely: number;
  remote: ResultVerdict;
  local: ResultVerdict;
  outcomes: readonly string[];
  arrivals: ArrivalVerdict;
  incidents: IncidentVerdict;
  corrections: number;
  contradictory: string[];
  silences: number;
  silence: string[];
  /** Results that the server accepted and dropped. */
  dropped: number;
}

/** Prints every figure and every difference. Returns true when nothing differs. */
export function print(figures: Figures): boolean {
  const { disturbed, remote, local, incidents, arrivals } = figures;
  const cut = (link: "control" | "targets") =>
    `${disturbed.cuts[link]} × (${Math.round(disturbed.cutMs[link] / 1000)} s)`;
  row("cut off from the server", cut("control"));
  row("cut off from the targets", cut("targets"));
  row("kill -9 of the remote runner", `${figures.kills}, ${disturbed.killsWhileCut} of them while cut off`);
  row("outages of targets", figures.outages);
  row("results created by the remote runner", figures.madeRemotely);
  row("checks of its region created / stored", `${remote.made} / ${remote.stored}`);
  row("  run by both runners (one took over)", remote.madeTwice);
  row("  outcomes", tally(figures.outcomes));
  row("checks of the local region created / stored", `${local.made} / ${local.stored}`);
  row("requests at the targets from the namespace", arrivals.arrivals);
  row("  of checks that a kill ended", arrivals.ended);
  row("results that the server dropped", figures.dropped);
  row("last results stored after", `${(figures.drainedMs / 1000).toFixed(1)} s`);
  row("incidents recorded / replayed in order", `${incidents.recorded} / ${incidents.replayed}`);
  row("  corrections by late results", figures.corrections);
  row("regions marked silent", figures.silences);
  const sections: [string, string[]][] = [
    ["remote results", remote.differences],
    ["local results", local.differences],
    ["requests", arrivals.differences],
    ["incidents", incidents.differences],
    ["incidents that contradict themselves", figures.contradictory],
    ["silence", figures.silence],
  ];
  let count = figures.dropped;
  for (const [title, differences] of sections) {
    count += differences.length;
    if (differences.length === 0) continue;
    process.stdout.write(`\n${title}: ${differences.length} different\n`);
    for (const difference of differences) process.stdout.write(`  ${difference}\n`);
  }
  process.stdout.write(count === 0 ? "\nno difference\n" : `\n${count} differences\n`);
  return count === 0;
}

function row(name: string, value: string | number): void {
  process.stdout.write(`${name.padEnd(46)}${value}\n`);
}

function tally(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${count} ${word}`).join(", ");
}

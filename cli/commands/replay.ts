import { Command } from "commander";
import type { ReplayedIncident } from "@/lib/domain/replay";
import { type ReplayReport, replayMonitor } from "@/lib/engine/replay";
import { isoSeconds, now } from "@/lib/shared/clock";
import { monitorForReplay } from "@/lib/store/replay-monitor";
import { withDatabase } from "../connect";
import { wholeNumber } from "../options";
import { print, printTable, remark } from "../output";

const DAY_MS = 24 * 3600_000;

interface Options {
  days: string;
  confirmations?: string;
  recovery?: string;
  threshold?: string;
  interval?: string;
}

/** `cli replay 12 --confirmations 2`: what other rules would have made of the stored results. */
export function replayCommand(): Command {
  return new Command("replay")
    .description(
      "what other settings would have done with a monitor's stored results: alerts gained and lost",
    )
    .argument("<monitor>", "id of the monitor")
    .option("--days <n>", "how far back; raw results are kept 7 days by default", "7")
    .option("--confirmations <n>", "failures in a row that confirm an outage, 1 to 5")
    .option("--recovery <n>", "successes in a row that confirm a recovery, 1 to 5")
    .option("--threshold <n>", "regions that must fail")
    .option("--interval <seconds>", "a whole multiple of the present interval; a finer one can't be answered")
    .action(async (monitor: string, options: Options) => {
      show(await withDatabase(() => run(wholeNumber("monitor", monitor), options)));
    });
}

async function run(monitorId: number, options: Options): Promise<ReplayReport> {
  const row = await monitorForReplay(monitorId);
  if (!row) throw new Error(`No monitor has the id ${monitorId}.`);
  const rules = {
    incidentConfirmations: row.incident_confirmations,
    recoveryConfirmations: row.recovery_confirmations,
    regionThreshold: row.region_threshold,
  };
  const other = {
    incidentConfirmations: given("confirmations", options.confirmations) ?? rules.incidentConfirmations,
    recoveryConfirmations: given("recovery", options.recovery) ?? rules.recoveryConfirmations,
    regionThreshold: given("threshold", options.threshold) ?? rules.regionThreshold,
  };
  const to = now();
  const from = new Date(to.getTime() - wholeNumber("days", options.days) * DAY_MS);
  const monitor = { projectId: row.project_id, id: row.id, regions: row.regions, rules };
  const otherSeconds = given("interval", options.interval) ?? row.interval_seconds;
  return replayMonitor(monitor, other, from, to, { presentSeconds: row.interval_seconds, otherSeconds });
}

function given(name: string, value: string | undefined): number | undefined {
  return value === undefined ? undefined : wholeNumber(name, value);
}

function show(report: ReplayReport): void {
  const line = (change: string) => (each: ReplayedIncident) => [
    change,
    isoSeconds(new Date(each.at)),
    each.recoveredAt === null ? null : isoSeconds(new Date(each.recoveredAt)),
    each.reason,
  ];
  const rows = [...report.gained.map(line("gained")), ...report.lost.map(line("lost"))];
  if (rows.length > 0) printTable(["alert", "from", "to", "why"], rows);
  print(
    `${report.present.length} incidents now, ${report.other.length} then: ${report.gained.length} gained, ${report.lost.length} lost, ${report.kept} kept.`,
  );
  const since = report.oldest === null ? "" : `, the oldest of ${isoSeconds(new Date(report.oldest))}`;
  remark(`From ${report.results} stored results${since}.`);
}

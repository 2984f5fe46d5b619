import { Command } from "commander";
import * as z from "zod";
import { MonitorFields } from "@/lib/contract/monitors/fields";
import { count } from "@/lib/domain/core/wording";
import { intervalObjection } from "@/lib/domain/incidents/replay";
import type { OneSided } from "@/lib/domain/incidents/replay-difference";
import { type ReplaySettings, settingsOf } from "@/lib/domain/incidents/replay-facts";
import { type ReplayReport, replayMonitor } from "@/lib/engine/replay";
import { isoSeconds, now } from "@/lib/shared/clock";
import { DAY_MS } from "@/lib/shared/durations";
import { monitorForReplay } from "@/lib/store/incidents/replay-facts";
import { withDatabase } from "../connect";
import { parseOption, wholeNumber } from "../options";
import { print, printTable, remark } from "../output";

interface Options {
  days: string;
  confirmations?: string;
  recovery?: string;
  threshold?: string;
  interval?: string;
}

/** Defines `cli replay 12 --confirmations 2`, which re-evaluates stored results under other settings. */
export function replayCommand(): Command {
  return new Command("replay")
    .description(
      "show which incidents other settings would have added or avoided, based on a monitor's stored results",
    )
    .argument("<monitor>", "monitor ID")
    .option("--days <n>", "how many days to look back; raw results are kept for 7 days by default", "7")
    .option("--confirmations <n>", "consecutive failures before an incident opens, 1 to 5")
    .option("--recovery <n>", "consecutive successes before recovery, 1 to 5")
    .option("--threshold <n>", "regions required to open an incident")
    .option("--interval <seconds>", "check interval; must be a multiple of the current interval")
    .action(async (monitor: string, options: Options) => {
      show(await withDatabase(() => run(wholeNumber("monitor", monitor), options)));
    });
}

async function run(monitorId: number, options: Options): Promise<ReplayReport> {
  const row = await monitorForReplay(monitorId);
  if (!row) throw new Error(`Monitor ${monitorId} does not exist.`);
  const settings = settingsOf(row);
  const other = otherSettings(settings, options, row.regions.length);
  const to = now();
  const from = new Date(to.getTime() - wholeNumber("days", options.days) * DAY_MS);
  const { project_id: projectId, id, regions, timeout_ms: timeoutMs } = row;
  return replayMonitor({ projectId, monitorId: id, regions, timeoutMs, settings }, other, from, to);
}

/** Returns the settings to compare with. Throws an error that names the option if no monitor could be saved with them. */
export function otherSettings(present: ReplaySettings, options: Options, regions: number): ReplaySettings {
  const {
    incident_confirmations: failures,
    recovery_confirmations: successes,
    region_threshold,
  } = MonitorFields;
  const required = region_threshold.max(regions, `must be at most ${regions}, the number of regions`);
  const intervalSeconds = given("--interval", z.number(), options.interval) ?? present.intervalSeconds;
  const objection = intervalObjection(present.intervalSeconds, intervalSeconds);
  if (objection) throw new Error(`--interval: ${objection}`);
  return {
    consecutiveFailures:
      given("--confirmations", failures, options.confirmations) ?? present.consecutiveFailures,
    consecutiveSuccesses: given("--recovery", successes, options.recovery) ?? present.consecutiveSuccesses,
    regionsRequired: given("--threshold", required, options.threshold) ?? present.regionsRequired,
    intervalSeconds,
  };
}

function given(option: string, schema: z.ZodType<number>, value: string | undefined): number | undefined {
  return value === undefined ? undefined : parseOption(option, schema, Number(value));
}

function show(report: ReplayReport): void {
  const line = (change: string) => (each: OneSided) => [
    change,
    isoSeconds(new Date(each.at)),
    each.recoveredAt === null ? null : isoSeconds(new Date(each.recoveredAt)),
    each.why,
  ];
  const moved = report.changed.map(({ other, why }) => line("moved")({ ...other, why }));
  const rows = [...report.gained.map(line("added")), ...report.lost.map(line("avoided")), ...moved];
  print(report.sentence);
  if (rows.length > 0) printTable(["alert", "from", "to", "why"], rows);
  print(
    `${count(report.present.length, "incident")} with the current settings, ${report.other.length} with the new ones: ${report.gained.length} added, ${report.lost.length} avoided, ${report.kept} the same.`,
  );
  const since = report.oldest === null ? "" : `, the oldest from ${isoSeconds(new Date(report.oldest))}`;
  remark(`Based on ${count(report.results, "stored result")}${since}.`);
  for (const note of report.notes) remark(note);
}

import { found, invalidField } from "@/lib/contract/core/errors";
import {
  REPLAY_DAYS_MAX,
  REPLAY_LIST_MAX,
  type Replay,
  type ReplayMonitor,
} from "@/lib/contract/incidents/replay";
import { intervalObjection, type ReplayedIncident } from "@/lib/domain/incidents/replay";
import { type ReplaySettings, settingsOf } from "@/lib/domain/incidents/replay-facts";
import { type ReplayReport, replayMonitor as replayStored } from "@/lib/engine/replay";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { isoSeconds, now } from "@/lib/shared/clock";
import { DAY_MS } from "@/lib/shared/durations";
import { selectMonitor } from "@/lib/store/monitors/monitors";

const DEFAULT_DAYS = 30;

/** Returns the incidents that other settings would have produced from a monitor's stored results. Changes nothing. */
export async function replayMonitor(
  caller: Caller,
  monitorId: number,
  asked: ReplayMonitor,
): Promise<Replay> {
  requirePermission(caller, "uptime:read");
  const projectId = projectOf(caller);
  const row = found(await selectMonitor(projectId, monitorId));
  const settings = settingsOf(row);
  const other = askedSettings(settings, asked, row.regions.length);
  const { from, to } = rangeOf(asked);
  const monitor = { projectId, monitorId, regions: row.regions, timeoutMs: row.timeout_ms, settings };
  return toWire(await replayStored(monitor, other, from, to), settings, other);
}

/** Merges the requested settings into the current ones, with the same rules between fields as for saving the monitor. */
function askedSettings(present: ReplaySettings, asked: ReplayMonitor, regions: number): ReplaySettings {
  const other = {
    consecutiveFailures: asked.incident_confirmations ?? present.consecutiveFailures,
    consecutiveSuccesses: asked.recovery_confirmations ?? present.consecutiveSuccesses,
    regionsRequired: asked.region_threshold ?? present.regionsRequired,
    intervalSeconds: asked.interval ?? present.intervalSeconds,
  };
  if (other.regionsRequired > regions)
    throw invalidField(
      "region_threshold",
      `The region_threshold field must be at most ${regions}, the number of regions; got ${other.regionsRequired}.`,
    );
  const objection = intervalObjection(present.intervalSeconds, other.intervalSeconds);
  if (objection) throw invalidField("interval", objection);
  return other;
}

function rangeOf({ from, to = now() }: ReplayMonitor): { from: Date; to: Date } {
  const start = from ?? new Date(to.getTime() - DEFAULT_DAYS * DAY_MS);
  if (start >= to) throw invalidField("from", "The range must start before it ends.");
  if (to.getTime() - start.getTime() > REPLAY_DAYS_MAX * DAY_MS)
    throw invalidField("from", `The range may span at most ${REPLAY_DAYS_MAX} days.`);
  return { from: start, to };
}

function toWire(report: ReplayReport, present: ReplaySettings, other: ReplaySettings): Replay {
  const { gained, lost, changed } = report;
  return {
    summary: report.sentence,
    notes: [...report.notes],
    range: {
      from: isoOrNull(report.oldest),
      to: isoOrNull(report.newest),
      results: report.results,
      retention_days: report.retentionDays,
    },
    settings: { present: toSettings(present), other: toSettings(other) },
    present: newestFirst(report.present).map(toIncident),
    other: newestFirst(report.other).map(toIncident),
    gained: newestFirst(gained).map((each) => ({ ...toIncident(each), reason: each.why })),
    lost: newestFirst(lost).map((each) => ({ ...toIncident(each), reason: each.why })),
    changed: newestFirst(changed).map((each) => ({
      present: toIncident(each.present),
      other: toIncident(each.other),
      alert_shift: each.alertShift,
      start_shift: each.startShift,
      end_shift: each.endShift,
    })),
    alerts: {
      present: report.present.length,
      other: report.other.length,
      gained: gained.length,
      lost: lost.length,
      changed: changed.length,
    },
    recorded: report.recorded,
    downtime: report.downtime,
  };
}

function newestFirst<Item>(items: readonly Item[]): Item[] {
  return items.slice(-REPLAY_LIST_MAX).reverse();
}

function toSettings(settings: ReplaySettings): Replay["settings"]["present"] {
  return {
    incident_confirmations: settings.consecutiveFailures,
    recovery_confirmations: settings.consecutiveSuccesses,
    region_threshold: settings.regionsRequired,
    interval: settings.intervalSeconds,
  };
}

function toIncident(incident: ReplayedIncident): Replay["present"][number] {
  return {
    incident_at: isoSeconds(new Date(incident.at)),
    alerted_at: isoSeconds(new Date(incident.alertedAt)),
    recovery_at: isoOrNull(incident.recoveredAt),
    reason: incident.reason,
  };
}

function isoOrNull(atMs: number | null): string | null {
  return atMs === null ? null : isoSeconds(new Date(atMs));
}

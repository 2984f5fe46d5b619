import { monotonicMs } from "@/lib/shared/clock";
import {
  type MetricsReach,
  type ProbeMetricRow,
  selectCountMetrics,
  selectProbeMetrics,
} from "@/lib/store/reports/metrics";
import { readiness } from "./readiness";

type Labels = Record<string, string | number>;
/** The text of the labels, and the value. */
type Sample = readonly [string, number];

/**
 * Writes the Prometheus text format 0.0.4. Uses the names of the blackbox exporter so that its dashboards work. Our own
 * metrics start with `vedette_`. With a project's slug, only monitors of that project.
 */
export async function metricsText(reach: MetricsReach, project: string | null = null): Promise<string> {
  const [counts, { checks }] = await Promise.all([selectCountMetrics(), readiness()]);
  const families = [
    gauge("vedette_incidents_open", "Incidents that have not recovered.", [["", counts.open_incidents]]),
    gauge("vedette_deliveries_pending", "Notifications waiting for their next attempt.", [
      ["", counts.pending_deliveries],
    ]),
    gauge("vedette_jobs_waiting", "Jobs that are due but have not started.", [["", counts.waiting_jobs]]),
    gauge("process_resident_memory_bytes", "Memory of this server process.", [
      ["", process.memoryUsage.rss()],
    ]),
    gauge("vedette_uptime_seconds", "Seconds since this server process started.", [
      ["", monotonicMs() / 1000],
    ]),
  ];
  families.push(
    gauge(
      "vedette_part_ok",
      "Whether a part of this server works: the checks of /api/readyz.",
      Object.entries(checks).map(([part, { ok }]) => [labelText({ part }), ok ? 1 : 0]),
    ),
  );
  if (reach !== "none") families.push(...probeFamilies(await selectProbeMetrics(reach, project)));
  return `${families.filter(Boolean).join("\n")}\n`;
}

function probeFamilies(rows: readonly ProbeMetricRow[]): string[] {
  const labelled = rows.map((row) => ({
    row,
    labels: labelText({
      monitor_id: row.monitor_id,
      monitor: row.monitor,
      project: row.project,
      region: row.region,
      target: row.target,
    }),
  }));
  const samples = (value: (row: ProbeMetricRow) => number | null): Sample[] =>
    labelled.flatMap(({ row, labels }) => {
      const number = row.status === "paused" ? null : value(row);
      return number === null ? [] : [[labels, number] as const];
    });
  return [
    gauge(
      "probe_success",
      "Whether the latest check succeeded. Inconclusive checks are left out.",
      samples((row) => (row.last_outcome === "up" ? 1 : row.last_outcome === "down" ? 0 : null)),
    ),
    gauge(
      "probe_duration_seconds",
      "Duration of the latest check.",
      samples((row) => (row.total_us === null ? null : row.total_us / 1_000_000)),
    ),
    gauge(
      "probe_http_status_code",
      "Status code of the latest check.",
      samples((row) => row.status_code),
    ),
    gauge(
      "probe_ssl_earliest_cert_expiry",
      "When the certificate expires, in Unix seconds.",
      samples((row) => row.cert_expiry),
    ),
    gauge("vedette_monitor_status", "1 for the monitor's current status.", statusSamples(rows)),
  ];
}

/** Returns one sample per monitor with its status as a label. The status changes the label, not the label set. */
function statusSamples(rows: readonly ProbeMetricRow[]): Sample[] {
  const seen = new Map<number, Sample>();
  for (const row of rows) {
    const { monitor_id, monitor, project, status } = row;
    seen.set(monitor_id, [labelText({ monitor_id, monitor, project, status }), 1]);
  }
  return [...seen.values()];
}

function gauge(name: string, help: string, samples: readonly Sample[]): string {
  if (samples.length === 0) return "";
  const lines = samples.map(([labels, value]) => `${name}${labels} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...lines].join("\n");
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(String(value))}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escapeLabel(text: string): string {
  if (!/[\\\n"]/.test(text)) return text;
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}

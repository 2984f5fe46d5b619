import { monotonicMs } from "@/lib/shared/clock";
import {
  type MetricsReach,
  type ProbeMetricRow,
  selectCountMetrics,
  selectProbeMetrics,
} from "@/lib/store/reports/metrics";
import { readiness } from "./readiness";

type Labels = Record<string, string | number>;
type Sample = readonly [Labels, number];

/**
 * Writes the Prometheus text format 0.0.4. Uses the names of the blackbox exporter so that its dashboards work. Our own
 * metrics start with `vedette_`.
 */
export async function metricsText(reach: MetricsReach): Promise<string> {
  const [counts, { checks }] = await Promise.all([selectCountMetrics(), readiness()]);
  const families = [
    gauge("vedette_incidents_open", "Incidents that have not recovered.", [[{}, counts.open_incidents]]),
    gauge("vedette_deliveries_pending", "Notifications waiting for their next attempt.", [
      [{}, counts.pending_deliveries],
    ]),
    gauge("vedette_jobs_waiting", "Jobs that are due but have not started.", [[{}, counts.waiting_jobs]]),
    gauge("process_resident_memory_bytes", "Memory of this server process.", [
      [{}, process.memoryUsage.rss()],
    ]),
    gauge("vedette_uptime_seconds", "Seconds since this server process started.", [
      [{}, monotonicMs() / 1000],
    ]),
  ];
  families.push(
    gauge(
      "vedette_part_ok",
      "Whether a part of this server works: the checks of /api/readyz.",
      Object.entries(checks).map(([part, { ok }]) => [{ part }, ok ? 1 : 0]),
    ),
  );
  if (reach !== "none") families.push(...probeFamilies(await selectProbeMetrics(reach)));
  return `${families.filter(Boolean).join("\n")}\n`;
}

function probeFamilies(rows: readonly ProbeMetricRow[]): string[] {
  const labels = (row: ProbeMetricRow): Labels => ({
    monitor_id: row.monitor_id,
    monitor: row.monitor,
    project: row.project,
    region: row.region,
    target: row.target,
  });
  const samples = (value: (row: ProbeMetricRow) => number | null): Sample[] =>
    rows.flatMap((row) => {
      const number = row.status === "paused" ? null : value(row);
      return number === null ? [] : [[labels(row), number] as const];
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
      samples((row) => secondsOf(row.cert_not_after)),
    ),
    gauge("vedette_monitor_status", "1 for the monitor's current status.", statusSamples(rows)),
  ];
}

/** Returns one sample per monitor with its status as a label. The status changes the label, not the label set. */
function statusSamples(rows: readonly ProbeMetricRow[]): Sample[] {
  const seen = new Map<number, Sample>();
  for (const row of rows) {
    const { monitor_id, monitor, project, status } = row;
    seen.set(monitor_id, [{ monitor_id, monitor, project, status }, 1]);
  }
  return [...seen.values()];
}

function secondsOf(text: string | null): number | null {
  const ms = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? null : Math.round(ms / 1000);
}

function gauge(name: string, help: string, samples: readonly Sample[]): string {
  if (samples.length === 0) return "";
  const lines = samples.map(([labels, value]) => `${name}${labelText(labels)} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...lines].join("\n");
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(String(value))}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escapeLabel(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}

import { monotonicMs } from "@/lib/shared/clock";
import {
  type MetricsReach,
  type ProbeMetrics,
  selectCountMetrics,
  selectProbeMetrics,
} from "@/lib/store/reports/metrics";
import { readiness } from "./readiness";

/** Joined into one text while still young, because garbage-collecting 50,000 lines takes longer than writing them. */
const LINES_AT_ONCE = 500;

/** One metric with its samples, in the Prometheus text format 0.0.4. */
class Gauge {
  readonly #texts: string[];
  #lines: string[] = [];

  constructor(
    private readonly name: string,
    help: string,
  ) {
    this.#texts = [`# HELP ${name} ${help}\n# TYPE ${name} gauge\n`];
  }

  /** Adds a sample, unless it has no value. */
  add(labels: string, value: number | null | undefined): this {
    if (value === null || value === undefined) return this;
    this.#lines.push(this.name, labels, ` ${value}\n`);
    if (this.#lines.length >= 3 * LINES_AT_ONCE) this.#join();
    return this;
  }

  /** Returns the parts of its text; none without a sample. */
  texts(): readonly string[] {
    this.#join();
    return this.#texts.length === 1 ? [] : this.#texts;
  }

  #join(): void {
    if (this.#lines.length > 0) this.#texts.push(this.#lines.join(""));
    this.#lines = [];
  }
}

/**
 * Writes the Prometheus text format. Uses the names of the blackbox exporter so that its dashboards work. Our own metrics start
 * with `vedette_`. With a project's slug, only monitors of that project. In parts, because joining those of many monitors would stop
 * everything else in this process.
 */
export async function metricsTexts(reach: MetricsReach, project: string | null = null): Promise<string[]> {
  const [counts, { checks }, probes] = await Promise.all([
    selectCountMetrics(),
    readiness(),
    reach === "none" ? [] : probeGauges(reach, project),
  ]);
  const parts = new Gauge(
    "vedette_part_ok",
    "Whether a part of this server works: the checks of /api/readyz.",
  );
  for (const [part, { ok }] of Object.entries(checks)) parts.add(`{part="${part}"}`, ok ? 1 : 0);
  const gauges = [
    new Gauge("vedette_incidents_open", "Incidents that have not recovered.").add("", counts.open_incidents),
    new Gauge("vedette_deliveries_pending", "Notifications waiting for their next attempt.").add(
      "",
      counts.pending_deliveries,
    ),
    new Gauge("vedette_jobs_waiting", "Jobs that are due but have not started.").add("", counts.waiting_jobs),
    new Gauge("process_resident_memory_bytes", "Memory of this server process.").add(
      "",
      process.memoryUsage.rss(),
    ),
    new Gauge("vedette_uptime_seconds", "Seconds since this server process started.").add(
      "",
      monotonicMs() / 1000,
    ),
    parts,
    ...probes,
  ];
  return gauges.flatMap((gauge) => gauge.texts());
}

/** Reads and writes some monitors at a time, so that others get their turn. */
async function probeGauges(reach: Exclude<MetricsReach, "none">, project: string | null): Promise<Gauge[]> {
  const gauges = {
    success: new Gauge(
      "probe_success",
      "Whether the latest check succeeded. Inconclusive checks and silent regions are left out.",
    ),
    duration: new Gauge("probe_duration_seconds", "Duration of the latest check."),
    code: new Gauge("probe_http_status_code", "Status code of the latest check."),
    expiry: new Gauge("probe_ssl_earliest_cert_expiry", "When the certificate expires, in Unix seconds."),
    statuses: new Gauge("vedette_monitor_status", "1 for the monitor's current status."),
  };
  let next: Promise<ProbeMetrics> | null = selectProbeMetrics(reach, project, 0);
  while (next) {
    const probes: ProbeMetrics = await next;
    // The database reads the next ones meanwhile.
    next = probes.last_id === null ? null : selectProbeMetrics(reach, project, probes.last_id);
    addProbes(gauges, probes);
  }
  return Object.values(gauges);
}

type ProbeGauges = Readonly<Record<"success" | "duration" | "code" | "expiry" | "statuses", Gauge>>;

function addProbes({ success, duration, code, expiry, statuses }: ProbeGauges, probes: ProbeMetrics): void {
  for (const [at, id] of probes.monitor_id.entries()) {
    const own = `{monitor_id="${id}",monitor="${escapeLabel(probes.monitor[at])}",project="${probes.project[at]}"`;
    const status = probes.status[at];
    // The status changes the label, not the label set.
    if (id !== probes.monitor_id[at - 1]) statuses.add(`${own},status="${status}"}`, 1);
    if (status === "paused") continue;
    const labels = `${own},region="${probes.region[at]}",target="${escapeLabel(probes.target[at])}"}`;
    const outcome = probes.last_outcome[at];
    success.add(labels, outcome === "up" ? 1 : outcome === "down" ? 0 : null);
    const totalUs = probes.total_us[at] ?? null;
    duration.add(labels, totalUs === null ? null : totalUs / 1_000_000);
    code.add(labels, probes.status_code[at]);
    expiry.add(labels, probes.cert_expiry[at]);
  }
}

function escapeLabel(text = ""): string {
  if (!/[\\\n"]/.test(text)) return text;
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}

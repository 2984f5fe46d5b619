import { UnreadableFile, yamlDocuments } from "../documents";
import { Draft } from "../draft";
import { Entry } from "../entry";
import { durationMs, fittedInterval, fittedTags, fittedTimeout } from "../fitting";
import type { Note } from "../note";
import { ignoring } from "../rest";
import { targetHost } from "./addresses";
import { Modules } from "./blackbox-modules";
import type { Importer } from "./importer";

const MS = 1000;
/** Prometheus's own default. */
const INTERVAL_MS = 60_000;

/** Parts of the file that need no mention. */
export const PROMETHEUS_FILE_IGNORED = ignoring(
  "Configures Prometheus itself.",
  ...["global", "remote_write", "remote_read", "storage", "tracing", "otlp", "runtime"],
);

/** One thing that Prometheus asks the blackbox exporter to probe. */
interface Probe {
  readonly target: string;
  readonly module: string;
  readonly job: string;
  readonly labels: Entry;
  readonly interval: string;
}

/**
 * Reads the targets of the blackbox exporter in a Prometheus configuration or in a file of targets. The exporter's own configuration can
 * be another YAML document.
 */
export const prometheus: Importer = {
  parse(text) {
    const documents = yamlDocuments(text);
    const files = documents
      .filter((document) => !Array.isArray(document))
      .map((document) => new Entry(document));
    const listed = documents
      .filter((document) => Array.isArray(document))
      .flat()
      .map((item) => new Entry(item));
    const lists = listed.filter((item) => item.text("job_name") === "");
    const jobs = [
      ...files.flatMap((file) =>
        file.entries("scrape_configs").map((job) => ({ job, global: file.entry("global") })),
      ),
      ...listed.filter((item) => !lists.includes(item)).map((job) => ({ job, global: new Entry({}) })),
    ];
    if (jobs.length === 0 && lists.length === 0)
      throw new UnreadableFile(
        "The file has no targets: neither scrape_configs of Prometheus nor a list of targets.",
      );
    const modules = new Modules(files.map((file) => file.entry("modules")));
    const draft = new Draft();
    for (const { job, global } of jobs) addJob(draft, job, global, modules);
    const plain = { module: "", job: "targets", interval: "" };
    const probes = lists.flatMap((group) => probesIn(group, plain));
    draft.each(probes, (probe) => addProbe(draft, probe, modules));
    for (const file of files) draft.skipUnread(file, PROMETHEUS_FILE_IGNORED);
    return { draft };
  },
};

function addJob(draft: Draft, job: Entry, global: Entry, modules: Modules): void {
  const name = job.text("job_name");
  const module = String(job.entry("params").list("module")[0] ?? "");
  if (!/\/probe\/?$/.test(job.text("metrics_path"))) {
    draft.skipPart(name, "The job reads metrics. Only jobs of the blackbox exporter can be imported.");
    return;
  }
  const interval = job.text("scrape_interval") || global.text("scrape_interval");
  const probes = job
    .entries("static_configs")
    .flatMap((group) => probesIn(group, { module, job: name, interval }));
  draft.each(probes, (probe) => addProbe(draft, probe, modules));
  for (const found of job.keys().filter((key) => key.endsWith("_sd_configs")))
    draft.skipPart(
      `${name}: ${found}`,
      "Targets that Prometheus discovers aren't in the file. Import a list of them.",
    );
}

function probesIn(group: Entry, shared: Omit<Probe, "target" | "labels">): Probe[] {
  const labels = group.entry("labels");
  const module = labels.text("module", "__param_module") || shared.module;
  return group.list("targets").map((target) => ({ ...shared, module, labels, target: String(target) }));
}

function addProbe(draft: Draft, { target, module, job, labels, interval }: Probe, modules: Modules): void {
  const notes: Note[] = [];
  const mapped = modules.targetOf(module, target, notes);
  const own = labels.text("name", "__name", "service", "title");
  const host = targetHost(target).host;
  const name = own || target.replace(/^https?:\/\//, "") || host;
  if (typeof mapped === "string") {
    draft.skip(target, mapped);
    return;
  }
  const tags = [job, ...labels.keys().map((key) => `${key}:${labels.text(key)}`)];
  draft.monitor(
    `${job}/${module}/${target}`,
    name,
    {
      ...mapped.fields,
      ...fittedInterval(durationMs("interval", interval, INTERVAL_MS, notes) / MS, notes),
      ...(mapped.timeoutMs !== null && fittedTimeout(mapped.timeoutMs, notes)),
      ...fittedTags(
        tags.filter((tag) => tag !== ""),
        notes,
      ),
    },
    notes,
  );
}

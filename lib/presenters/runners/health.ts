import type { Installation } from "@/lib/contract/reference/installation";
import type { Readiness } from "@/lib/contract/reference/meta";

type Part = keyof Readiness["checks"];

const PARTS: Record<Exclude<Part, "shutdown">, string> = {
  runner: "Runners",
  regions: "Regions",
  checks: "Check results",
  telling: "Notifications",
  clock: "Jobs of each minute",
  maintenance: "Retention and backups",
  database: "Database",
  migrations: "Database schema",
  disk: "Disk",
};

const STAGES: Record<keyof Installation["stages"], string> = {
  check: "Newest check",
  result: "Newest result stored",
  decision: "Newest event, such as an opened incident",
  notification: "Newest attempt to send a notification",
  page: "Newest rendering of a public page",
};

const QUEUES: Record<keyof Installation["queues"], string> = {
  runner_results: "Results on runners' disks",
  jobs: "Jobs",
  notifications: "Notifications",
  page_emails: "Emails to subscribers",
};

const rows = <Key extends string>(names: Record<Key, string>) =>
  (Object.keys(names) as Key[]).map((key) => ({ key, name: names[key] }));

/** Returns each part of the installation with its problem, parts with a problem first. */
export function healthParts(readiness: Readiness) {
  const parts = rows(PARTS).map(({ key, name }) => ({ name, problem: readiness.checks[key].message }));
  return [...parts.filter(({ problem }) => problem), ...parts.filter(({ problem }) => !problem)];
}

/** Returns each stage from check to public page with the time of its newest work, in the order of the data. */
export function healthStages({ stages }: Installation) {
  return rows(STAGES).map(({ key, name }) => ({ name, at: stages[key] }));
}

/** Returns how much is waiting where. */
export function healthQueues({ queues }: Installation) {
  return rows(QUEUES).map(({ key, name }) => ({ name, count: queues[key] }));
}

/** Formats a size with the unit that keeps it short: 12 MB, 3.4 GB. */
export function sizeText(bytes: number): string {
  if (bytes < 1e9) return `${Math.round(bytes / 1e6)} MB`;
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

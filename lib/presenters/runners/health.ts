import type { HealthHistory, Installation } from "@/lib/contract/reference/installation";
import type { Readiness } from "@/lib/contract/reference/meta";
import { PART_NAMES } from "@/lib/domain/core/own-health";
import { duration } from "@/lib/presenters/core/format";

const STAGES: Record<keyof Installation["stages"], string> = {
  check: "Newest check",
  result: "Newest result stored",
  decision: "Newest event, such as an opened incident",
  notification: "Newest attempt to send a notification",
  page: "Newest rendered public page",
};

const QUEUES: Record<keyof Installation["queues"], string> = {
  runner_results: "Results on runners' disks",
  deferred_results: "Results that wait for a database node",
  jobs: "Jobs",
  notifications: "Notifications",
  page_emails: "Emails to subscribers",
};

const rows = <Key extends string>(names: Record<Key, string>) =>
  (Object.keys(names) as Key[]).map((key) => ({ key, name: names[key] }));

/** Returns each part of the installation with its problem and its history, parts with a problem first. */
export function healthParts(readiness: Readiness, history: HealthHistory | undefined) {
  const parts = rows(PART_NAMES).map(({ key, name }) => ({
    name,
    problem: readiness.checks[key].message,
    history: history && partHistory(history, key),
  }));
  return [...parts.filter(({ problem }) => problem), ...parts.filter(({ problem }) => !problem)];
}

/** Returns the cells of a part as a strip shows them, and what they say in words. */
function partHistory(history: HealthHistory, part: keyof typeof PART_NAMES) {
  const failing = history.failing.find((one) => one.part === part)?.minutes;
  const start = Date.parse(history.start_at);
  const cells = history.recorded.map((recorded, index) => {
    const down = Math.min(recorded, failing?.[index] ?? 0);
    return {
      at: new Date(start + index * history.cell_seconds * 1000).toISOString(),
      up: recorded - down,
      down,
    };
  });
  const down = cells.reduce((sum, cell) => sum + cell.down, 0);
  const known = cells.some(({ up }) => up > 0) || down > 0;
  const span = history.cell_seconds * cells.length > 2 * 86_400 ? "last 7 days" : "last 24 hours";
  const text = down > 0 ? `failing for ${duration(down * 60)}` : known ? "no problems" : "no data";
  return {
    cells,
    text: `${PART_NAMES[part]}, ${span}: ${text}`,
    downText: down > 0 ? `${duration(down * 60)} failing` : null,
  };
}

/** Returns each stage from check to public page with the time of its newest work, in the order of the data. */
export function healthStages({ stages }: Installation) {
  return rows(STAGES).map(({ key, name }) => ({ name, at: stages[key] }));
}

/** Returns how much is waiting where. */
export function healthQueues({ queues }: Installation) {
  return rows(QUEUES).map(({ key, name }) => ({ name, count: queues[key] }));
}

const MIB = 2 ** 20;
const GIB = 2 ** 30;

/** Formats a size with the unit that keeps it short: 12 MiB, 3.4 GiB. */
export function sizeText(bytes: number): string {
  if (bytes < GIB) return `${Math.round(bytes / MIB)} MiB`;
  return `${(bytes / GIB).toFixed(1)} GiB`;
}

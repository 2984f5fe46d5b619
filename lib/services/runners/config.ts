import { MonitorConfig, type RunnerConfig } from "@/lib/contract/checks/check";
import { unauthenticated } from "@/lib/contract/core/errors";
import { REGION_CODES, type Region } from "@/lib/contract/core/regions";
import { RECHECK_MAX_MS } from "@/lib/domain/checks/region-state";
import { assignedRunner, type Share, shareOf } from "@/lib/domain/runners/assignment";
import { askAgainMs } from "@/lib/domain/runners/hearing";
import { privateTargets } from "@/lib/probes/net/private-targets";
import { WakeSignal } from "@/lib/services/core/wake-signal";
import { decryptRequest } from "@/lib/services/monitors/request";
import { monotonicMs, now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { Recent } from "@/lib/shared/recent";
import { sha256 } from "@/lib/shared/secret";
import { dueChecks } from "@/lib/store/checks/region-states";
import { listen } from "@/lib/store/core/hints";
import { requireAllNodes } from "@/lib/store/core/sharding/nodes";
import { type ConfigRow, monitorConfigs, tombstonesSince } from "@/lib/store/runners/config";
import { completeConfigVersion } from "@/lib/store/runners/config-version";
import { type Outlook, runnerOutlook } from "@/lib/store/runners/outlook";
import { touchRunner } from "@/lib/store/runners/runners";
import { type RunnerCaller, requireStillValid } from "./authenticate";
import { heardFromRunner, sharersOf } from "./sharers";

const RECHECK_MS = 5000;
const CONCURRENCY = 1000;
/** About 1 kB per entry. */
const KNOWN_REQUESTS = 20_000;

export interface ConfigQuery {
  since: number;
  epoch: string;
  /** Seconds. */
  wait: number;
  /** The number of monitors in one part; none for all at once, as older runners expect. */
  limit?: number | undefined;
  /** The `next` of the part before. */
  after?: number | undefined;
}

/**
 * Returns a runner's configuration: a snapshot if it has none or its epoch differs (another database, or its share of the region changed
 * because a runner came or went); otherwise the changes since, waiting up to `wait` seconds for them. With `limit` either comes in
 * parts: what changes between two parts is newer than the version of the first, so the following request returns it.
 */
export async function runnerConfig(
  runner: RunnerCaller,
  query: ConfigQuery,
  signal: AbortSignal,
): Promise<RunnerConfig> {
  await touchRunner(runner.id);
  heardFromRunner();
  const until = monotonicMs() + query.wait * 1000;
  const wake = new WakeSignal();
  const stop = listen("config", () => wake.send());
  try {
    for (;;) {
      const outlook = { asOf: now(), ...(await runnerOutlook(runner.id)) };
      const config = await readConfig(runner, query, outlook);
      const left = until - monotonicMs();
      if (hasNews(config, query) || config.next !== undefined || left <= 0 || signal.aborted) return config;
      await wake.wait(Math.min(left, askAgainMs(runner.id, outlook.alive, RECHECK_MS)), signal);
    }
  } finally {
    stop();
  }
}

/** An empty snapshot says nothing new while the first monitor is being created: its version is taken, but it isn't committed. */
function hasNews({ epoch, version, monitors, removed }: RunnerConfig, query: ConfigQuery): boolean {
  const isSame = epoch === query.epoch && version === query.since;
  return !isSame || monitors.length > 0 || removed.length > 0;
}

async function readConfig(
  runner: RunnerCaller,
  query: ConfigQuery,
  { asOf, isValid, alive, remoteRegions, databaseEpoch, newest, forgotten }: Outlook & { asOf: Date },
): Promise<RunnerConfig> {
  if (!isValid) throw unauthenticated();
  const share = shareOf(runner, sharersOf(alive), REGION_CODES);
  const silent =
    runner.kind === "local" ? remoteRegions.filter((region) => share.regions.includes(region)) : [];
  // A digest, because the list of regions alone exceeds what a runner may send back.
  const epoch = sha256(
    `${databaseEpoch}:${share.regions.join(",")}:${share.peers.join(",")}:${silent.join(",")}`,
  ).toString("base64url");
  // A runner that was offline for weeks can't learn about deletions whose tombstones are gone.
  const isTooOld = query.since < forgotten;
  // Before the first monitor, version 0 of the right epoch is up to date, and the runner waits like any other.
  const isFirst = query.since === 0 && newest > 0;
  const snapshot = isFirst || query.epoch !== epoch || query.since > newest || isTooOld;
  const since = snapshot ? 0 : query.since;
  const isUpToDate = !snapshot && since === newest;
  const changes = isUpToDate
    ? { version: since, monitors: [], removed: [] }
    : await changesSince(runner, share, { ...query, since, newest, snapshot });
  const rechecks = snapshot ? await rechecksOf(changes.monitors, query.epoch === "" ? null : asOf) : null;
  // Checked after reading: a response that passes here contains nothing saved after a revocation.
  if (!isUpToDate) await requireStillValid(runner);
  return {
    epoch,
    snapshot,
    regions: [...share.regions] as Region[],
    fallback_regions: silent as Region[],
    ...changes,
    ...(rechecks && { rechecks, as_of: asOf.toISOString() }),
    limits: {
      concurrency: CONCURRENCY,
      private_targets: [...privateTargets()],
      user_agent: "Vedette/0.1 (uptime check)",
    },
  };
}

async function changesSince(
  runner: RunnerCaller,
  share: Share,
  { since, newest, snapshot, limit, after = 0 }: ConfigQuery & { newest: number; snapshot: boolean },
): Promise<Pick<RunnerConfig, "version" | "monitors" | "removed" | "next">> {
  // Read before the monitors: a concurrent commit is sent twice rather than never. A runner that has seen everything up to `since` still has.
  const version = Math.max(await completeConfigVersion(newest), since);
  requireAllNodes();
  const rows = await monitorConfigs({ since, after, limit: limit ?? null }, share.regions);
  const monitors: MonitorConfig[] = [];
  const removed = snapshot || after > 0 ? [] : await tombstonesSince(since);
  for (const row of rows) {
    const config = configFor(runner, share, row);
    if (config) monitors.push(config);
    else if (!snapshot) removed.push(row.id);
  }
  return { version, monitors, removed, ...(rows.length === limit && { next: rows.at(-1)?.id }) };
}

/**
 * Returns checks that are due before their next scheduled time. Otherwise, an outage would wait for that time, up to an
 * hour. A runner whose share changed also gets the checks that its peer missed. A restarted one doesn't, because all of
 * its monitors would be due at the same time.
 */
async function rechecksOf(
  monitors: readonly MonitorConfig[],
  overdueAt: Date | null,
): Promise<NonNullable<RunnerConfig["rechecks"]>> {
  const served = new Map(monitors.map(({ id, regions }) => [id, regions]));
  const due = await dueChecks([...served.keys()], { soonMs: RECHECK_MAX_MS, overdueAt });
  return due.flatMap(({ monitor, region, after_ms }) => {
    const known = served.get(monitor)?.find((one) => one === region);
    return known ? [{ monitor, region: known, after_ms: Math.round(after_ms) }] : [];
  });
}

/** Returns the monitor as this runner checks it; null if it is paused or none of its regions belongs to this runner. */
function configFor(runner: RunnerCaller, share: Share, row: ConfigRow): MonitorConfig | null {
  if (row.stopped) return null;
  const regions = row.regions.filter(
    (region) => share.regions.includes(region) && assignedRunner(row.id, region, share.peers) === runner.id,
  );
  if (regions.length === 0) return null;
  try {
    const request = requestOf(row);
    return MonitorConfig.parse({ ...row, request, regions, never_checked: row.never_checked || undefined });
  } catch (error) {
    // One unreadable row must not keep the others from being checked.
    log.error("cannot read a monitor's stored configuration", { monitor: row.id, error });
    return null;
  }
}

/** Returns the whole request. Each version is decrypted once, because every runner of a region asks again when another comes or goes. */
function requestOf(row: ConfigRow): Record<string, unknown> {
  if (row.request_secrets === null) return row.request;
  const known = once("runner-config.requests", () => new Recent<Record<string, unknown>>(KNOWN_REQUESTS));
  const key = `${row.id}:${row.config_version}`;
  const request = known.get(key) ?? decryptRequest(row);
  known.set(key, request);
  return request;
}

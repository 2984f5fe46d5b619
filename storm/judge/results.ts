import { REFUSED_MS } from "@/lib/domain/core/disk-ballast";
import type { Disturbance, Evidence } from "./evidence";
import { overlap } from "./evidence";
import { content, type Generated, identity } from "./generated";

/** Clocks on one machine agree; a check starts a moment before its request arrives. */
export const CLOCK_MS = 1000;

/** Verifies that each created result is stored once with its outcome and time, and that nothing else is stored. */
export function lostResults({ monitors, created, stored, disturbances }: Evidence): string[] {
  const findings: string[] = [];
  const made = new Map<string, Generated[]>();
  for (const result of created) made.set(identity(result), [...(made.get(identity(result)) ?? []), result]);
  const kept = new Map<string, Generated>();
  for (const result of stored) {
    if (kept.has(identity(result))) findings.push(`stored twice: ${identity(result)}`);
    kept.set(identity(result), result);
  }
  for (const [key, results] of made) {
    const other = kept.get(key);
    // Two runners may run one check while a region's share moves; either result is stored.
    const contents = results.map(content);
    if (other && !results.some((result) => isSame(result, other)))
      findings.push(
        `stored differently: ${key}, created ${contents.join(" and ")}, stored ${content(other)}`,
      );
    const isExcused = (result: Generated) =>
      metFullDisk(result, disturbances) || isCheckedByAnother(result, { monitors, created });
    if (!other && !results.some(isExcused))
      findings.push(`created, not stored: ${key}, ${contents.join(" and ")}`);
  }
  for (const [key, result] of kept)
    if (!made.has(key)) findings.push(`stored, not created: ${key}, ${content(result)}`);
  return findings;
}

/** A server moves times by the milliseconds that a runner's clock seems ahead of its own. */
function isSame(made: Generated, kept: Generated): boolean {
  const apartMs = Math.abs(Date.parse(made.startedAt) - Date.parse(kept.startedAt));
  return made.outcome === kept.outcome && apartMs <= CLOCK_MS;
}

/**
 * Returns whether another runner checked the monitor in the same region within an interval. While a share moves, two do, and the server refuses
 * the results of the one that lost it.
 */
function isCheckedByAnother(
  result: Generated,
  { monitors, created }: Pick<Evidence, "monitors" | "created">,
) {
  const withinMs = monitors.find(({ id }) => id === result.monitor)?.intervalMs ?? 0;
  return created.some(
    ({ monitor, region, runner, startedAt }) =>
      monitor === result.monitor &&
      region === result.region &&
      runner !== result.runner &&
      Math.abs(Date.parse(startedAt) - Date.parse(result.startedAt)) <= withinMs,
  );
}

/** On a full disk, and for a while after it refused results, successes of healthy monitors aren't stored. */
function metFullDisk({ startedAt, outcome }: Generated, disturbances: readonly Disturbance[]): boolean {
  if (outcome === "down") return false;
  const startMs = Date.parse(startedAt);
  return disturbances.some(
    ({ kind, fromMs, toMs }) =>
      kind === "disk full" && startMs < toMs + REFUSED_MS && startMs > fromMs - 3_600_000,
  );
}

/** Compares every stored result with what its target did while the check ran. */
export function falseResults({ monitors, outages, slow, created, stored, disturbances }: Evidence): string[] {
  const targets = new Map(monitors.map(({ id }, target) => [id, target]));
  return stored.flatMap((result) => {
    const monitor = monitors[targets.get(result.monitor) ?? -1];
    if (!monitor) return [];
    const startMs = Date.parse(result.startedAt);
    const check = { fromMs: startMs - CLOCK_MS, toMs: startMs + monitor.timeoutMs + CLOCK_MS };
    const seen = outages.filter(
      ({ target, regions }) => target === targets.get(result.monitor) && regions.includes(result.region),
    );
    const isWrong =
      result.outcome === "down"
        ? !seen.some((outage) => overlap(outage, check)) &&
          !slow.some((span) => overlap(span, check)) &&
          !isStillDown(result, created, disturbances)
        : result.outcome === "up" &&
          seen.some(
            ({ fromMs, toMs }) => fromMs < check.fromMs && (toMs ?? Number.POSITIVE_INFINITY) > check.toMs,
          );
    return isWrong ? [`${identity(result)} at ${result.startedAt} must not be ${result.outcome}`] : [];
  });
}

/** A runner doesn't question its network when a target fails that failed this often before. */
const KNOWN_DOWN_FAILURES = 5;

/** Returns whether the runner knew the target to be down, and couldn't see that it came back. Another one of its region may have seen it. */
function isStillDown(
  result: Generated,
  created: readonly Generated[],
  disturbances: readonly Disturbance[],
): boolean {
  const { monitor, region, startedAt, outcome } = result;
  const maker = created.find((each) => identity(each) === identity(result) && each.outcome === outcome);
  const before = created
    .filter((each) => each.monitor === monitor && each.region === region && each.startedAt < startedAt)
    .filter(({ runner }) => runner === maker?.runner)
    // Others leave the runner's count as it is.
    .filter((each) => each.outcome === "up" || each.outcome === "down")
    .sort((a, b) => a.startedAt.localeCompare(b.startedAt))
    .slice(-KNOWN_DOWN_FAILURES);
  const atMs = Date.parse(startedAt);
  const isBlind = disturbances.some(
    ({ kind, fromMs, toMs }) =>
      kind === "runner without network" && fromMs <= atMs + CLOCK_MS && toMs >= atMs,
  );
  return (
    isBlind && before.length === KNOWN_DOWN_FAILURES && before.every(({ outcome }) => outcome === "down")
  );
}

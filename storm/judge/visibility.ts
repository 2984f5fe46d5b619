import { GATE_MS } from "@/lib/domain/checks/quarantine";
import { RECHECK_MAX_MS } from "@/lib/domain/checks/region-state";
import { silentAfterMs } from "@/lib/domain/checks/silence";
import { COMPARED_WITHIN_MS } from "@/lib/domain/incidents/replay-facts";
import { UNCLEAR_MS } from "@/lib/domain/runners/self-check";
import { REGIONS, RUNNERS_PER_REGION } from "../cast";
import type { Outage, Span } from "../world/targets";
import { type Disturbance, type Evidence, type MonitorRow, overlap } from "./evidence";
import type { Generated } from "./generated";
import { CLOCK_MS } from "./results";

const FOREVER = Number.POSITIVE_INFINITY;

/** What one region could know about an outage. */
export interface RegionView {
  readonly region: string;
  /** When its failures were confirmed, or must have been at the latest; null if they needn't. */
  readonly confirmedMs: number | null;
  /** Whether its failures waited for other regions meanwhile. */
  readonly isGated: boolean;
  /** What may have kept it from confirming them; null if the outage was too short for the monitor's rules. */
  readonly excuse: string | null;
}

interface Hidden extends Span {
  readonly why: string;
}

/** An outage of one monitor as one region saw it. */
interface Case {
  readonly outage: Outage;
  readonly monitor: MonitorRow;
  readonly region: string;
  readonly evidence: Evidence;
  /** The region's stored results of the monitor, oldest first. */
  readonly own: readonly Generated[];
}

/** Returns what each region of an outage could know about it. */
export function viewsOf(outage: Outage, monitor: MonitorRow, evidence: Evidence): RegionView[] {
  return outage.regions.map((region) => {
    const own = evidence.stored
      .filter((each) => each.monitor === monitor.id && each.region === region)
      .sort((a, b) => startMs(a) - startMs(b));
    return viewOf({ outage, monitor, region, evidence, own });
  });
}

function viewOf(given: Case): RegionView {
  const { region, outage, monitor, evidence } = given;
  const hidden = hiddenSpans(given);
  const meanwhile = { fromMs: outage.fromMs, toMs: (outage.toMs ?? FOREVER) + GATE_MS };
  const isGated = quarantines(given).some((each) => each.kind === "gated" && overlap(each, meanwhile));
  const ignored = hidden.find(({ why }) => why === QUARANTINED);
  if (ignored) return { region, isGated, confirmedMs: null, excuse: ignored.why };
  const confirmedMs = Math.min(confirmedAt(given) ?? FOREVER, mustConfirmBy(given, hidden) ?? FOREVER);
  if (confirmedMs < FOREVER) return { region, isGated, confirmedMs, excuse: null };
  const delay = delayOf(outage, monitor, evidence);
  return { region, isGated, confirmedMs: null, excuse: hidden[0]?.why ?? delay };
}

const startMs = ({ startedAt }: Generated) => Date.parse(startedAt);

/** Returns when the region's consecutive failures, each a recheck apart, reached the required number; null if they never did. */
function confirmedAt({ own, outage, monitor }: Case): number | null {
  let counted: number[] = [];
  for (const result of own) {
    const atMs = startMs(result);
    if (!overlap(outage, { fromMs: atMs, toMs: atMs })) continue;
    if (result.outcome === "up") counted = [];
    const isApart = atMs - (counted.at(-1) ?? 0) >= RECHECK_MAX_MS;
    if (result.outcome === "down" && isApart) counted.push(atMs);
    if (counted.length >= monitor.rules.consecutiveFailures) return atMs;
  }
  return null;
}

/** Returns when the documented promise makes the region confirm the outage at the latest; null if it was hidden for too long. */
function mustConfirmBy({ outage, monitor, evidence }: Case, hidden: readonly Hidden[]): number | null {
  for (const fromMs of [outage.fromMs, ...hidden.map(({ toMs }) => toMs + 1)].sort((a, b) => a - b)) {
    const toMs = fromMs + noticedInMs(fromMs, monitor, evidence.disturbances);
    const isSeen = fromMs >= outage.fromMs && !hidden.some((span) => overlap(span, { fromMs, toMs }));
    if (isSeen && toMs <= (outage.toMs ?? FOREVER)) return toMs;
  }
  return null;
}

/** Returns within which time an outage must become an incident: the documented promise, if checks run `stepMs` apart. */
function noticedWithinMs({ intervalMs, timeoutMs, rules }: MonitorRow, stepMs: number): number {
  return intervalMs + (rules.consecutiveFailures - 1) * (stepMs + CLOCK_MS) + timeoutMs;
}

const soonMs = (monitor: MonitorRow) =>
  noticedWithinMs(monitor, Math.max(Math.min(monitor.intervalMs, RECHECK_MAX_MS), monitor.timeoutMs));

/** While servers or the database are unavailable, nothing tells runners to recheck sooner, so checks run at the interval. */
function noticedInMs(fromMs: number, monitor: MonitorRow, disturbances: readonly Disturbance[]): number {
  const span = { fromMs, toMs: fromMs + soonMs(monitor) };
  const isDelayed = disturbances.some((each) => each.fault.delays && overlap(each, span));
  return isDelayed ? noticedWithinMs(monitor, monitor.intervalMs) : soonMs(monitor);
}

/** Returns the fault that kept runners from rechecking an outage sooner, if it was long enough otherwise. */
function delayOf(outage: Outage, monitor: MonitorRow, { disturbances }: Evidence): string | null {
  if ((outage.toMs ?? FOREVER) - outage.fromMs < soonMs(monitor)) return null;
  return disturbances.find((each) => each.fault.delays && overlap(each, outage))?.kind ?? null;
}

const QUARANTINED = "quarantined region";

/** Returns when the region may not have seen the outage, couldn't tell, was ignored, or the target itself was slow. */
function hiddenSpans(given: Case): Hidden[] {
  const { outage, own, evidence } = given;
  const unclear = own
    .filter(({ outcome }) => outcome === "inconclusive" || outcome === "missed")
    .map((each) => ({ fromMs: startMs(each), toMs: startMs(each), why: `${each.outcome} check` }));
  const slow = evidence.slow.map((span) => ({ ...span, why: "slow machine" }));
  const ignored = quarantines(given)
    .filter(({ kind }) => kind === "quarantined")
    // Results that wait are evaluated with the quarantines of that moment.
    .map((each) => ({ ...each, fromMs: each.fromMs - COMPARED_WITHIN_MS, why: QUARANTINED }));
  return [...blindSpans(given), ...slow, ...unclear, ...ignored].filter((span) => overlap(span, outage));
}

/** Returns when the region was gated or quarantined. */
function quarantines({ monitor, region, evidence }: Case) {
  const story = evidence.stories.find(({ facts }) => facts.monitorId === monitor.id);
  return (story?.facts.quarantines ?? [])
    .filter((each) => each.region === region)
    .map(({ kind, since, releasedAt }) => ({ kind, fromMs: since, toMs: releasedAt ?? FOREVER }));
}

/** A region whose other runner is well takes over within this time: two heartbeats, a synchronization, and slow machines. */
const TAKEOVER_MS = 30_000;
/** A runner that comes back starts, learns its share, and reports failures without a known cause only after a while. */
const RETURN_MS = 15_000 + UNCLEAR_MS;

/** Returns when the runner that checks the monitor in this region was hit, and its peer hadn't taken over. */
function blindSpans({ region, monitor, evidence }: Case): Hidden[] {
  const [first = 0] = runnersOf(region);
  const home = homeOf(monitor.id, region, evidence) ?? first;
  const peer = runnersOf(region).find((runner) => runner !== home) ?? home;
  const { disturbances } = evidence;
  const hits = (runner: number) =>
    disturbances.filter(({ fault, subject }) => fault.blinds(subject).includes(runner));
  return hits(home).flatMap(({ kind, fromMs, toMs }) => {
    const takeover = { fromMs: fromMs - RETURN_MS, toMs: fromMs + TAKEOVER_MS };
    const isDelayed = disturbances.some(
      (each) => each.kind !== kind && each.fault.delays && overlap(each, takeover),
    );
    const isAlone = hits(peer).some((each) =>
      overlap(each, { fromMs: takeover.fromMs, toMs: toMs + RETURN_MS }),
    );
    const back = { fromMs: toMs, toMs: toMs + RETURN_MS, why: kind };
    if (isDelayed || isAlone || toMs < takeover.toMs) return [{ ...back, fromMs }];
    return [{ fromMs, toMs: takeover.toMs, why: kind }, back];
  });
}

function runnersOf(region: string): number[] {
  const index = REGIONS.map(String).indexOf(region);
  return Array.from({ length: RUNNERS_PER_REGION }, (_, runner) => index * RUNNERS_PER_REGION + runner);
}

/** Returns the runner to which the monitor is assigned while both of its region's runners live: the one that checks it most. */
function homeOf(monitor: number, region: string, { created }: Evidence): number | undefined {
  const counts = new Map<number, number>();
  for (const each of created)
    if (each.monitor === monitor && each.region === region && each.runner !== undefined)
      counts.set(each.runner, (counts.get(each.runner) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** Returns whether a region that confirmed an outage still counted at a time. Without results it becomes silent. */
export function countsAt(view: RegionView, atMs: number, monitor: MonitorRow, { stored }: Evidence): boolean {
  if (view.confirmedMs === null || view.confirmedMs > atMs) return false;
  const fromMs = atMs - silentAfterMs(monitor.intervalMs / 1000, monitor.timeoutMs);
  if (view.confirmedMs >= fromMs) return true;
  return stored.some(
    (each) =>
      each.monitor === monitor.id &&
      each.region === view.region &&
      startMs(each) >= fromMs &&
      startMs(each) <= atMs,
  );
}

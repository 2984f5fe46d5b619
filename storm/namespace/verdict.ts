import type { JudgedResult } from "@/lib/domain/checks/region-state";
import { replay } from "@/lib/domain/incidents/replay";
import { content, type Generated, identity } from "./generated";
import { recompute, type Transition } from "./recompute";
import type { MonitorRow, Silence, StoredResult } from "./stored";

export interface ResultVerdict {
  readonly made: number;
  /**
   * Checks that both runners ran, because the built-in one took over the region while the other was cut off. One
   * result is stored.
   */
  readonly madeTwice: number;
  readonly stored: number;
  readonly differences: string[];
}

/** Verifies that each created check is stored once, unchanged, and that nothing else is stored. */
export function compareResults(made: readonly Generated[], stored: readonly Generated[]): ResultVerdict {
  const differences: string[] = [];
  const told = new Map<string, string[]>();
  for (const result of made)
    told.set(identity(result), [...(told.get(identity(result)) ?? []), content(result)]);
  const kept = new Map<string, string>();
  for (const result of stored) {
    if (kept.has(identity(result))) differences.push(`stored twice: ${identity(result)}`);
    kept.set(identity(result), content(result));
  }
  for (const [key, contents] of told) {
    const other = kept.get(key);
    if (other === undefined) differences.push(`created, not stored: ${key}, ${contents.join(" and ")}`);
    else if (!contents.includes(other))
      differences.push(`stored differently: ${key}, created ${contents.join(" and ")}, stored ${other}`);
  }
  for (const [key, result] of kept)
    if (!told.has(key)) differences.push(`stored, not created: ${key}, ${result}`);
  const madeTwice = [...told.values()].filter(({ length }) => length > 1).length;
  return { made: told.size, madeTwice, stored: kept.size, differences };
}

export interface TransitionVerdict {
  readonly stored: number;
  readonly recomputed: number;
  readonly differences: string[];
  /** Incidents if each of the same results had arrived on time: what the delay itself changed. */
  readonly inSlotOrder: number;
  readonly incidents: number;
}

/** Compares every monitor's stored incidents with what the rules derive from its stored results. */
export function compareTransitions(
  monitors: readonly MonitorRow[],
  results: readonly StoredResult[],
  silences: readonly Silence[],
  held: Map<number, Transition[]>,
): TransitionVerdict {
  const sums = { stored: 0, recomputed: 0, inSlotOrder: 0, incidents: 0 };
  const differences: string[] = [];
  for (const { id, regions, rules, intervalMs, timeoutMs } of monitors) {
    const own = results.filter(({ monitor }) => monitor === id);
    const cadence = { monitorId: id, intervalSeconds: intervalMs / 1000 };
    const learned = own.map((result) => ({
      kind: "result" as const,
      committedUs: result.committedUs,
      result: judged(result),
    }));
    const silent = silences.filter(({ monitor }) => monitor === id).map(({ event }) => event);
    const wanted = recompute([...learned, ...silent], regions, { ...rules, cadence });
    const is = held.get(id) ?? [];
    sums.stored += is.length;
    sums.recomputed += wanted.length;
    sums.incidents += is.filter(({ kind }) => kind === "opened").length;
    const facts = { monitorId: id, regions, timeoutMs, pauses: [], holds: [] };
    const inOrder = own.map((result) => ({ ...judged(result), durationMs: 0 }));
    sums.inSlotOrder += replay(inOrder, facts, { ...rules, intervalSeconds: intervalMs / 1000 }).length;
    if (words(is) !== words(wanted))
      differences.push(`monitor ${id}:\n    stored     ${words(is)}\n    recomputed ${words(wanted)}`);
  }
  return { ...sums, differences };
}

function judged(result: StoredResult): JudgedResult {
  const { region, slot, startedMs, outcome, error } = result;
  return { region, slot, startedAt: startedMs, outcome: outcome as JudgedResult["outcome"], error };
}

function words(transitions: readonly Transition[]): string {
  return transitions.map(({ kind, at }) => `${kind} ${new Date(at).toISOString().slice(11, 23)}`).join(", ");
}

const TICK_MS = 60_000;
const TICK_SLACK_MS = 10_000;

/** Returns regions marked silent too early, and those overdue for more than a tick that weren't marked. */
export function compareSilence(
  monitors: readonly MonitorRow[],
  results: readonly StoredResult[],
  silences: readonly Silence[],
): string[] {
  const differences: string[] = [];
  for (const { id, regions, intervalMs, timeoutMs } of monitors)
    for (const region of regions) {
      const limitMs = 3 * intervalMs + timeoutMs;
      const heard = results.filter(
        (each) => each.monitor === id && each.region === region && each.outcome !== "missed",
      );
      const marks = silences.filter(({ monitor, event }) => monitor === id && event.region === region);
      for (const { event } of marks) {
        const before = heard.filter(({ committedUs }) => committedUs < event.committedUs);
        const ageMs = event.committedUs / 1000 - Math.max(...before.map(({ startedMs }) => startedMs));
        if (ageMs < limitMs) differences.push(`monitor ${id} ${region}: silent after only ${ageMs} ms`);
      }
      let newestMs = heard[0]?.startedMs ?? 0;
      for (const result of heard) {
        const arrivedMs = result.committedUs / 1000;
        const marked = marks.some(
          ({ event }) => event.committedUs / 1000 > newestMs && event.committedUs < result.committedUs,
        );
        if (arrivedMs - newestMs > limitMs + TICK_MS + TICK_SLACK_MS && !marked)
          differences.push(`monitor ${id} ${region}: not marked silent after ${arrivedMs - newestMs} ms`);
        newestMs = Math.max(newestMs, result.startedMs);
      }
    }
  return differences;
}

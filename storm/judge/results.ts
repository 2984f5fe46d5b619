import { silentAfterMs } from "@/lib/domain/checks/silence";
import { content, type Generated, identity } from "./generated";
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
  const created = new Map<string, string[]>();
  for (const result of made)
    created.set(identity(result), [...(created.get(identity(result)) ?? []), content(result)]);
  const kept = new Map<string, string>();
  for (const result of stored) {
    if (kept.has(identity(result))) differences.push(`stored twice: ${identity(result)}`);
    kept.set(identity(result), content(result));
  }
  for (const [key, contents] of created) {
    const other = kept.get(key);
    if (other === undefined) differences.push(`created, not stored: ${key}, ${contents.join(" and ")}`);
    else if (!contents.includes(other))
      differences.push(`stored differently: ${key}, created ${contents.join(" and ")}, stored ${other}`);
  }
  for (const [key, result] of kept)
    if (!created.has(key)) differences.push(`stored, not created: ${key}, ${result}`);
  const madeTwice = [...created.values()].filter(({ length }) => length > 1).length;
  return { made: created.size, madeTwice, stored: kept.size, differences };
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
      const limitMs = silentAfterMs(intervalMs / 1000, timeoutMs);
      const heard = results.filter(
        (each) => each.monitor === id && each.region === region && each.outcome !== "missed",
      );
      const marks = silences.filter((mark) => mark.monitor === id && mark.region === region);
      for (const mark of marks) {
        const before = heard.filter(({ committedUs }) => committedUs < mark.committedUs);
        const ageMs = mark.committedUs / 1000 - Math.max(...before.map(({ startedMs }) => startedMs));
        if (ageMs < limitMs) differences.push(`monitor ${id} ${region}: silent after only ${ageMs} ms`);
      }
      let newestMs = heard[0]?.startedMs ?? 0;
      for (const result of heard) {
        const arrivedMs = result.committedUs / 1000;
        const marked = marks.some(
          ({ committedUs }) => committedUs / 1000 > newestMs && committedUs < result.committedUs,
        );
        if (arrivedMs - newestMs > limitMs + TICK_MS + TICK_SLACK_MS && !marked)
          differences.push(`monitor ${id} ${region}: not marked silent after ${arrivedMs - newestMs} ms`);
        newestMs = Math.max(newestMs, result.startedMs);
      }
    }
  return differences;
}

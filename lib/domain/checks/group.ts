import type { MonitorState } from "@/lib/contract/monitors/states";
import type { GroupRequest } from "@/lib/contract/protocols/group";
import { count } from "@/lib/domain/core/wording";
import { MINUTE_MS } from "@/lib/shared/durations";
import type { RegionFacts } from "./alerts";
import { CONFIRMED_EVERY_MS, type Evaluated, type HeartbeatState } from "./heartbeat";

/** State of one of a group's monitors. */
export interface Member {
  readonly name: string;
  readonly state: MonitorState;
  /** Since when, in epoch milliseconds. */
  readonly since: number;
  readonly hasIncident: boolean;
  readonly inMaintenance: boolean;
}

const NAMES_SHOWN = 5;
const LEFT_OUT: ReadonlySet<MonitorState> = new Set(["paused", "fetching", "no_data"]);

/** State of a group as its members report it at a time, in epoch milliseconds. */
interface Verdict {
  readonly at: number;
  /** Why it's down; null if it isn't. */
  readonly problem: string | null;
}

/**
 * Returns the group's state by its members; null if none of them has one. A member is down while it isn't online and has an
 * incident, so that a group never alerts before its members would.
 */
export function judgeMembers(
  members: readonly Member[],
  { condition, required }: Pick<GroupRequest, "condition" | "required">,
): Verdict | null {
  const counted = members.filter(({ state, inMaintenance }) => !LEFT_OUT.has(state) && !inMaintenance);
  const at = Math.max(0, ...members.map(({ since }) => since));
  if (counted.length === 0) return null;
  const down = counted.filter(({ state, hasIncident }) => state !== "online" && hasIncident);
  const wanted = { all: counted.length, any: 1, at_least: required ?? 1 }[condition];
  const needed = Math.min(wanted, counted.length);
  if (counted.length - down.length >= needed) return { at, problem: null };
  const names = down.slice(0, NAMES_SHOWN).map(({ name }) => name);
  const more = down.length - names.length;
  const listed = `${names.join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
  const rule = condition === "all" ? "" : `; at least ${needed} must be online`;
  const problem = `${down.length} of ${count(counted.length, "member")} ${down.length === 1 ? "is" : "are"} down (${listed})${rule}`;
  return { at, problem };
}

/** Adds a result if the members say something new, the group's region doesn't know it yet, or the last result is old. */
export function evaluateGroup(
  state: HeartbeatState,
  verdict: Verdict | null,
  { isHealthy, isFailing }: RegionFacts,
  { resumedAt, nowMs }: { resumedAt: number; nowMs: number },
): Evaluated {
  if (!verdict) return { state, result: null, dueAt: nowMs + CONFIRMED_EVERY_MS };
  const { problem } = verdict;
  const before = state.runs[0]?.title ?? null;
  const last = state.lastResultAt;
  const isKnown = problem === null ? isHealthy : isFailing;
  const confirmAt = (last ?? 0) + CONFIRMED_EVERY_MS;
  if (isKnown && problem === before && confirmAt > nowMs) return { state, result: null, dueAt: confirmAt };
  const isNews = last !== null && problem !== before && verdict.at > Math.max(last, resumedAt);
  const at = Math.max(isNews ? Math.min(verdict.at, nowMs) : nowMs, (last ?? 0) + 1);
  const runs = problem === null ? [] : [{ id: "", at, title: problem }];
  return {
    state: { ...state, lastResultAt: at, awaitedSince: at, runs },
    result: { at, error: problem === null ? null : { code: "group_down", message: problem }, runMs: null },
    dueAt: nowMs + MINUTE_MS,
  };
}

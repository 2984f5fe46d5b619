import type { Drill } from "@/lib/contract/alerting/test-incidents";
import type { Region } from "@/lib/contract/core/regions";
import { placeName } from "@/lib/presenters/monitors/region-places";

export type StepState = "waiting" | "running" | "done" | "failed";

/** What one region saw: the newest of its checks, and how many of them there were. */
export interface RegionChecks {
  name: string;
  outcome: Drill["checks"][number]["outcome"];
  message: string | null;
  count: number;
}

/** Somebody who was to be told: a destination, or a member's browser. */
export interface Told {
  key: string;
  name: string;
  state: Drill["deliveries"][number]["status"];
  reason: string | null;
}

/** Those who were to be told of one event, destinations first. */
export interface TellingStep {
  state: StepState;
  told: Told[];
  /** Whether some rule names a destination; browsers need none. */
  hasDestination: boolean;
}

export interface DrillSteps {
  checked: { state: StepState; regions: RegionChecks[] };
  judged: { state: StepState; reason: string | null };
  told: TellingStep;
  recovered: TellingStep;
}

const RECOVERED = "uptime.incident.recovered";

/** A drill as the four steps that an outage takes: seen, judged, told, over. */
export function drillSteps(drill: Drill): DrillSteps {
  const { state, reason } = drill;
  const judged = state !== "checking";
  return {
    checked: { state: judged ? "done" : "running", regions: regionChecks(drill.checks) },
    judged: { state: !judged ? "waiting" : state === "failed" ? "failed" : "done", reason },
    told: tellingStep(drill, "start", state === "down" || state === "recovered" ? "done" : "waiting"),
    recovered: tellingStep(
      drill,
      "end",
      state === "recovered" ? "done" : state === "down" ? "running" : "waiting",
    ),
  };
}

/** Whether there is nothing more to wait for. */
export function isOver(drill: Drill): boolean {
  if (drill.state === "failed") return true;
  const all = [...drill.deliveries, ...drill.browsers];
  return drill.state === "recovered" && all.every(({ status }) => status !== "pending");
}

function tellingStep(drill: Drill, which: "start" | "end", course: StepState): TellingStep {
  const isMine = ({ event }: { event: string }) => (event === RECOVERED) === (which === "end");
  const deliveries = drill.deliveries.filter(isMine);
  const told: Told[] = [
    ...deliveries.map(({ id, integration_name: name, status, reason }) => ({
      key: `delivery ${id}`,
      name,
      state: status,
      reason,
    })),
    ...drill.browsers.filter(isMine).map(({ id, member, status, reason }) => ({
      key: `browser ${id}`,
      name: `Browser of ${member}`,
      state: status,
      reason,
    })),
  ];
  const state = course === "done" ? stateOf(told) : course;
  return { state, told, hasDestination: deliveries.length > 0 };
}

function stateOf(told: readonly Told[]): StepState {
  if (told.some(({ state }) => state === "pending")) return "running";
  return told.some(({ state }) => state === "failed" || state === "not_sent") ? "failed" : "done";
}

function regionChecks(checks: Drill["checks"]): RegionChecks[] {
  const regions = new Map<Region, RegionChecks>();
  for (const { region, outcome, message } of checks) {
    const count = (regions.get(region)?.count ?? 0) + 1;
    regions.set(region, { name: placeName(region), outcome, message, count });
  }
  return [...regions.values()];
}

import type { Drill } from "@/lib/contract/drills";
import type { Region } from "@/lib/contract/regions";
import { REGION_NAMES } from "./region-names";

export type StepState = "waiting" | "running" | "done" | "failed";

/** What one region saw: the newest of its checks, and how many of them there were. */
export interface RegionChecks {
  name: string;
  outcome: Drill["checks"][number]["outcome"];
  message: string | null;
  count: number;
}

export interface DrillSteps {
  checked: { state: StepState; regions: RegionChecks[] };
  judged: { state: StepState; reason: string | null };
  told: { state: StepState; deliveries: Drill["deliveries"] };
  recovered: { state: StepState; deliveries: Drill["deliveries"] };
}

const RECOVERED = "uptime.incident.recovered";

/** A drill as the four steps that an outage takes: seen, judged, told, over. */
export function drillSteps(drill: Drill): DrillSteps {
  const { state, reason } = drill;
  const judged = state !== "checking";
  const end = drill.deliveries.filter(({ event }) => event === RECOVERED);
  const start = drill.deliveries.filter(({ event }) => event !== RECOVERED);
  return {
    checked: { state: judged ? "done" : "running", regions: regionChecks(drill.checks) },
    judged: { state: !judged ? "waiting" : state === "failed" ? "failed" : "done", reason },
    told: { state: stepOf(state === "down" || state === "recovered", start), deliveries: start },
    recovered: { state: stepOf(state === "recovered", end, state === "down"), deliveries: end },
  };
}

/** Whether there is nothing more to wait for. */
export function isOver(drill: Drill): boolean {
  if (drill.state === "failed") return true;
  return drill.state === "recovered" && drill.deliveries.every(({ status }) => status !== "pending");
}

function stepOf(begun: boolean, deliveries: Drill["deliveries"], next = false): StepState {
  if (!begun) return next ? "running" : "waiting";
  if (deliveries.some(({ status }) => status === "pending")) return "running";
  return deliveries.some(({ status }) => status === "failed") ? "failed" : "done";
}

function regionChecks(checks: Drill["checks"]): RegionChecks[] {
  const regions = new Map<Region, RegionChecks>();
  for (const { region, outcome, message } of checks) {
    const count = (regions.get(region)?.count ?? 0) + 1;
    regions.set(region, { name: REGION_NAMES[region], outcome, message, count });
  }
  return [...regions.values()];
}

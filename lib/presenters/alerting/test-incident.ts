import type { Drill } from "@/lib/contract/alerting/test-incidents";
import type { Region } from "@/lib/contract/core/regions";
import { placeName } from "@/lib/presenters/monitors/region-places";

export type StepState = "waiting" | "running" | "done" | "failed";

/** The newest check of a region and how many checks it ran. */
export interface RegionChecks {
  name: string;
  outcome: Drill["checks"][number]["outcome"];
  message: string | null;
  count: number;
}

/** A recipient of the test: an integration or a member's browser. */
export interface Told {
  key: string;
  name: string;
  state: Drill["deliveries"][number]["status"];
  reason: string | null;
}

/** The recipients of one event, integrations first. */
export interface TellingStep {
  state: StepState;
  told: Told[];
  /** Whether any alert rule applies. Browsers don't need one. */
  hasDestination: boolean;
}

export interface DrillSteps {
  checked: { state: StepState; regions: RegionChecks[] };
  judged: { state: StepState; reason: string | null };
  told: TellingStep;
  recovered: TellingStep;
}

const RECOVERED = "uptime.incident.recovered";

/** Returns the four steps of a test incident: checked, judged, notified, recovered. */
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

/** Returns whether there's nothing left to wait for. */
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
      name: `${member}'s browser`,
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

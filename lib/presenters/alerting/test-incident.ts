import type { TestIncident } from "@/lib/contract/alerting/test-incidents";
import type { Region } from "@/lib/contract/core/regions";
import { regionLabel } from "@/lib/presenters/monitors/region-labels";
import { naturalOrder } from "@/lib/shared/text/natural-order";

export type StepState = "waiting" | "running" | "done" | "failed";

/** The newest check of a region and how many checks it ran. */
export interface RegionChecks {
  name: string;
  outcome: TestIncident["checks"][number]["outcome"];
  message: string | null;
  count: number;
}

/** A recipient of the test: an integration or a member's browser. */
export interface Recipient {
  key: string;
  name: string;
  state: TestIncident["deliveries"][number]["status"];
  reason: string | null;
}

/** The recipients of one event, in the same order in both steps: failures first, then by name, integrations before browsers. */
export interface NotificationStep {
  state: StepState;
  notified: Recipient[];
  /** Whether any alert rule applies. Browsers don't need one. */
  hasIntegration: boolean;
}

export interface TestIncidentSteps {
  checked: { state: StepState; regions: RegionChecks[] };
  judged: { state: StepState; reason: string | null };
  notified: NotificationStep;
  recovered: NotificationStep;
}

const isFailure = ({ state }: Recipient) => state === "failed" || state === "not_sent";
const RECOVERED = "uptime.incident.recovered";

/** Returns the four steps of a test incident: checked, judged, notified, recovered. */
export function testIncidentSteps(testIncident: TestIncident): TestIncidentSteps {
  const { state, reason } = testIncident;
  const judged = state !== "checking";
  return {
    checked: { state: judged ? "done" : "running", regions: regionChecks(testIncident.checks) },
    judged: { state: !judged ? "waiting" : state === "failed" ? "failed" : "done", reason },
    notified: notificationStep(
      testIncident,
      "start",
      state === "down" || state === "recovered" ? "done" : "waiting",
    ),
    recovered: notificationStep(
      testIncident,
      "end",
      state === "recovered" ? "done" : state === "down" ? "running" : "waiting",
    ),
  };
}

/** Returns whether there's nothing left to wait for. */
export function isOver(testIncident: TestIncident): boolean {
  if (testIncident.state === "failed") return true;
  const all = [...testIncident.deliveries, ...testIncident.browsers];
  return testIncident.state === "recovered" && all.every(({ status }) => status !== "pending");
}

function notificationStep(
  testIncident: TestIncident,
  which: "start" | "end",
  progress: StepState,
): NotificationStep {
  const isMine = ({ event }: { event: string }) => (event === RECOVERED) === (which === "end");
  const deliveries = testIncident.deliveries.filter(isMine);
  const notified: Recipient[] = [
    ...[...deliveries]
      .sort((a, b) => naturalOrder(a.integration_name, b.integration_name))
      .map(({ id, integration_name: name, status, reason }) => ({
        key: `delivery ${id}`,
        name,
        state: status,
        reason,
      })),
    ...testIncident.browsers.filter(isMine).map(({ id, member, status, reason }) => ({
      key: `browser ${id}`,
      name: `${member}'s browser`,
      state: status,
      reason,
    })),
  ].sort((a, b) => Number(isFailure(b)) - Number(isFailure(a)));
  const state = progress === "done" ? stateOf(notified) : progress;
  return { state, notified, hasIntegration: deliveries.length > 0 };
}

function stateOf(notified: readonly Recipient[]): StepState {
  if (notified.some(({ state }) => state === "pending")) return "running";
  return notified.some(isFailure) ? "failed" : "done";
}

function regionChecks(checks: TestIncident["checks"]): RegionChecks[] {
  const regions = new Map<Region, RegionChecks>();
  for (const { region, outcome, message } of checks) {
    const count = (regions.get(region)?.count ?? 0) + 1;
    regions.set(region, { name: regionLabel(region), outcome, message, count });
  }
  return [...regions.values()];
}

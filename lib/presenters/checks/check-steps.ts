import type { ProbePhase } from "@/lib/contract/checks/check";
import type { CheckNow, RegionCheck } from "@/lib/contract/checks/check-now";
import type { CheckRun } from "./check-run";

export type RunEvent =
  | { event: "phase"; data: ProbePhase }
  | { event: "result"; data: RegionCheck }
  | { event: "done"; data: CheckNow }
  | { event: "error"; data: { message: string } };

/** Returns the run after an event. */
export function stepRun(run: CheckRun, event: RunEvent): CheckRun {
  switch (event.event) {
    case "phase": {
      const { region } = event.data;
      return { ...run, phases: { ...run.phases, [region]: [...(run.phases[region] ?? []), event.data] } };
    }
    case "result":
      return { ...run, results: { ...run.results, [event.data.region]: event.data } };
    case "done":
      return { ...run, state: "done", results: byRegion(event.data.regions) };
    case "error":
      return { ...run, state: "failed", message: event.data.message };
  }
}

function byRegion(regions: readonly RegionCheck[]): CheckRun["results"] {
  return Object.fromEntries(regions.map((check) => [check.region, check]));
}

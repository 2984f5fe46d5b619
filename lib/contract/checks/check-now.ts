import * as z from "zod";
import { endpoint } from "@/lib/contract/core/endpoint";
import { Region } from "@/lib/contract/core/regions";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { MonitorParams } from "@/lib/contract/monitors/monitors";
import { CheckResult, CheckTrace, ErrorCode, Outcome, ProbePhase } from "./check";

/** What one region saw, with every phase. Nothing of it is stored. */
export const RegionCheck = z.object({
  region: Region,
  outcome: Outcome,
  status_code: z.number().int().nullable(),
  error: z.object({ code: ErrorCode, message: z.string() }).nullable(),
  timings: CheckResult.shape.timings,
  remote_address: z.string().nullable(),
  phases: z.array(ProbePhase),
  assertions: CheckResult.shape.assertions,
  warnings: z.array(z.string()),
  redirects: z.array(z.string()),
  certificate: CheckResult.shape.certificate,
  trace: CheckTrace.nullable().meta({
    description:
      "What a failing HTTP check asked and got: headers with secrets replaced and the beginning of the body, at most 10 KiB. Null of a success.",
  }),
});
export type RegionCheck = z.infer<typeof RegionCheck>;

export const CheckNow = z.object({
  regions: z.array(RegionCheck).meta({
    description:
      "One entry a region, in the monitor's order. A region that no runner serves answers inconclusive with the code runner_offline.",
  }),
});
export type CheckNow = z.infer<typeof CheckNow>;

const described =
  "Runs the check now from each region and stores nothing. With `Accept: text/event-stream` the answer streams: events `phase`, `result` (one a region) and `done`.";

export const checkMonitor = endpoint({
  id: "checkMonitor",
  method: "POST",
  path: "/uptime/monitors/{monitorId}/check",
  scope: "project",
  permission: "uptime:write",
  tag: "Monitors",
  summary: "Check a monitor now",
  description: described,
  params: MonitorParams,
  response: CheckNow,
  status: 200,
});

export const checkUnsavedMonitor = endpoint({
  id: "checkUnsavedMonitor",
  method: "POST",
  path: "/uptime/monitors/check",
  scope: "project",
  permission: "uptime:write",
  tag: "Monitors",
  summary: "Check a monitor before saving it",
  description: described,
  body: CreateMonitor,
  response: CheckNow,
  status: 200,
});

import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { CheckExchange, ErrorCode, ProbePhase } from "./check";
import { Result } from "./results";

/** The result of an unsaved check from one region, with every phase. */
export const RegionCheck = Result.omit({ monitor_id: true, scheduled_at: true, started_at: true }).extend({
  error: z.object({ code: ErrorCode, message: z.string() }).nullable(),
  phases: z.array(ProbePhase),
  trace: CheckExchange.nullable().meta({
    description:
      "Request and response of a failed HTTP check. Secrets in headers are redacted; of the body, the first 10 KiB are included. Null for a successful check.",
  }),
});
export type RegionCheck = z.infer<typeof RegionCheck>;

export const CheckNow = z.object({
  regions: z.array(RegionCheck).meta({
    description:
      "One entry per region, in the monitor's order. A region without a runner is reported as inconclusive with the code runner_offline.",
  }),
});
export type CheckNow = z.infer<typeof CheckNow>;

const described =
  "Runs the check from each region now, without storing the results. With `Accept: text/event-stream`, the response is a stream of `phase`, `result` (one per region) and `done` events.";

export const endpoints = endpointsOf("project", "Monitors", {
  checkMonitor: {
    at: "POST /uptime/monitors/{monitorId}/check",
    summary: "Check a monitor now",
    description: described,
    response: CheckNow,
  },
  checkUnsavedMonitor: {
    at: "POST /uptime/monitors/check",
    summary: "Check a monitor before saving it",
    description: described,
    body: CreateMonitor,
    response: CheckNow,
  },
});

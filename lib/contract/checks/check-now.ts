import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { Region } from "@/lib/contract/core/regions";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { CheckDetails, CheckExchange, CheckResult, ErrorCode, Outcome, ProbePhase } from "./check";

/** The result of an unsaved check from one region, with every phase. */
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
  details: CheckDetails.optional(),
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

import * as z from "zod";
import {
  CheckResult,
  MonitorConfig,
  ProbePhase,
  ResultAck,
  ResultBatch,
  RunnerConfig,
} from "@/lib/contract/checks/check";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { Region } from "@/lib/contract/core/regions";

/** Maximum duration of a long poll in seconds. */
export const LONG_POLL_MAX_SECONDS = 25;

const wait = z.coerce
  .number()
  .int()
  .min(0)
  .max(LONG_POLL_MAX_SECONDS)
  .default(0)
  .meta({
    description: "Seconds that the server may wait for changes before responding.",
    examples: [25],
  });

/** A check requested by a user. */
export const ProbeOrder = z.object({ id: z.uuid(), region: Region, config: MonitorConfig });
export type ProbeOrder = z.infer<typeof ProbeOrder>;

/** The progress of a check: phases as they happen, then the result. */
export const ProbeProgress = z.object({
  phases: z.array(ProbePhase).max(200),
  result: CheckResult.nullable(),
});
export type ProbeProgress = z.infer<typeof ProbeProgress>;

export const endpoints = endpointsOf("runner", "Runners", {
  getRunnerConfig: {
    at: "GET /runner/config",
    summary: "Get this runner's configuration",
    description:
      "A snapshot when `since` is 0 or the epoch differs, otherwise the changes since that version. Waits up to `wait` seconds for a change. With `limit`, at most that many monitors; `next` in the response is the `after` of the following part.",
    query: z.object({
      since: z.coerce.number().int().min(0).default(0),
      epoch: z.string().max(100).default(""),
      wait,
      limit: z.coerce.number().int().min(1).max(10_000).optional(),
      after: z.coerce.number().int().min(0).default(0),
    }),
    response: RunnerConfig,
  },
  postRunnerResults: {
    at: "POST /runner/results",
    summary: "Submit results",
    description: "Responds after the commit. A repeated batch has no effect. Also serves as the heartbeat.",
    body: ResultBatch,
    response: ResultAck,
  },
  takeRunnerProbes: {
    at: "GET /runner/probes",
    summary: "Get requested checks",
    query: z.object({ wait }),
    response: z.object({ probes: z.array(ProbeOrder) }),
  },
  postRunnerProbe: {
    at: "POST /runner/probes/{probeId}",
    summary: "Report the progress of a requested check",
    params: z.object({ probeId: z.uuid() }),
    body: ProbeProgress,
  },
});

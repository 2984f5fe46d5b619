import * as z from "zod";
import {
  CheckResult,
  MonitorConfig,
  ProbePhase,
  ResultAck,
  ResultBatch,
  RunnerConfig,
} from "@/lib/contract/checks/check";
import { endpoint } from "@/lib/contract/core/endpoint";
import { Region } from "@/lib/contract/core/regions";

/** Longest time a long poll is held, in seconds. */
export const LONG_POLL_MAX_SECONDS = 25;

const wait = z.coerce
  .number()
  .int()
  .min(0)
  .max(LONG_POLL_MAX_SECONDS)
  .default(0)
  .meta({
    description: "How long an answer may wait for something new, in seconds.",
    examples: [25],
  });

/** One check that a person asked for. */
export const ProbeOrder = z.object({ id: z.uuid(), region: Region, config: MonitorConfig });
export type ProbeOrder = z.infer<typeof ProbeOrder>;

/** What a runner sends while it works on a probe: phases as they happen, the result at the end. */
export const ProbeProgress = z.object({
  phases: z.array(ProbePhase).max(200),
  result: CheckResult.nullable(),
});
export type ProbeProgress = z.infer<typeof ProbeProgress>;

export const getRunnerConfig = endpoint({
  id: "getRunnerConfig",
  method: "GET",
  path: "/runner/config",
  scope: "runner",
  permission: null,
  tag: "Runners",
  summary: "What this runner checks",
  description:
    "A snapshot when `since` is 0 or the epoch differs, else what changed after that version; waits up to `wait` seconds for a change.",
  query: z.object({
    since: z.coerce.number().int().min(0).default(0),
    epoch: z.string().max(100).default(""),
    wait,
  }),
  response: RunnerConfig,
  status: 200,
});

export const postRunnerResults = endpoint({
  id: "postRunnerResults",
  method: "POST",
  path: "/runner/results",
  scope: "runner",
  permission: null,
  tag: "Runners",
  summary: "Hand in results",
  description: "The answer leaves after the commit; a repeated batch changes nothing. Also the heartbeat.",
  body: ResultBatch,
  response: ResultAck,
  status: 200,
});

export const takeRunnerProbes = endpoint({
  id: "takeRunnerProbes",
  method: "GET",
  path: "/runner/probes",
  scope: "runner",
  permission: null,
  tag: "Runners",
  summary: "Take checks that people asked for",
  query: z.object({ wait }),
  response: z.object({ probes: z.array(ProbeOrder) }),
  status: 200,
});

export const postRunnerProbe = endpoint({
  id: "postRunnerProbe",
  method: "POST",
  path: "/runner/probes/{probeId}",
  scope: "runner",
  permission: null,
  tag: "Runners",
  summary: "Report on a check that a person asked for",
  params: z.object({ probeId: z.uuid() }),
  body: ProbeProgress,
  response: null,
  status: 204,
});

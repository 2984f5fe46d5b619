import type { Bench } from "../bench";
import { httpCpu } from "./http-cpu";
import { idleRunner } from "./idle-runner";
import { latencyError } from "./latency-error";
import { pipelineCpu } from "./pipeline-cpu";
import { runner50k } from "./runner-50k";
import { shared50k } from "./shared-50k";

/** The measurements of the checker. */
export const benches: Bench[] = [httpCpu, latencyError, runner50k, ...pipelineCpu, idleRunner, shared50k];

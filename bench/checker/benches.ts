import type { Bench } from "../bench";
import { httpExporter, httpsExporter, otherExporters } from "./exporter";
import { healthy200k } from "./healthy-200k";
import { httpCpu } from "./http-cpu";
import { idleRunner } from "./idle-runner";
import { latencyError } from "./latency-error";
import { pipelineCpu } from "./pipeline-cpu";
import { runner50k } from "./runner-50k";
import { shared50k } from "./shared-50k";
import { stallRecovery } from "./stall-recovery";

/** The measurements of the checker. */
export const benches: Bench[] = [
  httpCpu,
  httpExporter,
  httpsExporter,
  otherExporters,
  latencyError,
  runner50k,
  ...pipelineCpu,
  stallRecovery,
  healthy200k,
  idleRunner,
  shared50k,
];

import type { ResultAck } from "@/lib/contract/checks/check";
import type { RegionQuarantine } from "@/lib/domain/checks/quarantine";
import type { Projects } from "@/lib/store/core/sharding/projects";

/** Response to a runner about its results. */
export interface Acknowledged {
  rechecks: ResultAck["rechecks"];
  /** Monitors that aren't in the projects that were remembered for them. */
  missing: number[];
}

/**
 * The server's clock, the runner's clock when it sent the batch (epoch milliseconds), whether there is space for all
 * results, and each region's latest quarantine.
 */
export interface IngestContext {
  readonly nowMs: number;
  readonly sentMs: number;
  readonly withResults: boolean;
  /** Whether to keep results of shards that can't be reached. */
  readonly defers: boolean;
  readonly quarantines: ReadonlyMap<string, RegionQuarantine>;
  readonly projects: Projects;
}

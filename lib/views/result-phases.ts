import type { ProbePhase, Timings } from "@/lib/contract/check";
import type { Region } from "@/lib/contract/regions";

const ORDER = ["dns", "connect", "tls", "send", "first_byte", "transfer"] as const;

/** Stored timings as the phases of a check; those that did not happen are left out. */
export function phasesOf(result: { region: Region; timings: Timings }): ProbePhase[] {
  return ORDER.flatMap((phase) => {
    const took = result.timings[phase];
    return took === null ? [] : [{ region: result.region, phase, took_us: took, detail: null }];
  });
}

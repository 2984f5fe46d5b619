import type { ProbePhase, Timings } from "@/lib/contract/checks/check";
import type { Region } from "@/lib/contract/core/regions";

const ORDER = ["dns", "connect", "tls", "send", "first_byte", "transfer"] as const;

/** Returns stored timings as the phases of a check, without those that didn't happen. */
export function phasesOf(result: { region: Region; timings: Timings }): ProbePhase[] {
  return ORDER.flatMap((phase) => {
    const took = result.timings[phase];
    return took === null ? [] : [{ region: result.region, phase, took_us: took, detail: null }];
  });
}

/** The parts of a result or an on-demand check that show where it failed. */
export interface Broken {
  region: Region;
  timings: Timings;
  error: { code: string } | null;
  redirects: readonly string[];
}

/**
 * Returns the phase in which a check failed and the time spent in it. Null for a success, for a check that completed all phases, and
 * after redirects, where the phases are of the last hop and the total is of all hops.
 */
export function brokenPhase(result: Broken, phases: readonly ProbePhase[]): ProbePhase | null {
  const { region, timings, error, redirects } = result;
  if (!error || timings.total === null || redirects.length > 0) return null;
  const done = new Set(phases.map(({ phase }) => phase));
  const phase = ORDER.find((one) => !done.has(one) && breaksIn(error.code, one, done.has("connect")));
  if (!phase || done.has("transfer")) return null;
  const before = phases.reduce((sum, one) => sum + (one.phase === "done" ? 0 : one.took_us), 0);
  return { region, phase, took_us: Math.max(0, timings.total - before), detail: null };
}

/** Error codes of no phase. */
const BETWEEN = /^(?:assertion|runner|blocked)_|^unsupported$|_redirects?$/;

/**
 * Returns whether an error code can occur in a phase. A failed self-check of the runner shows at the latest when connecting. The codes of a
 * protocol itself belong to the phases after that; a check without a connection only waits for the answer.
 */
function breaksIn(code: string, phase: (typeof ORDER)[number], isConnected: boolean): boolean {
  if (phase === "dns" || phase === "connect")
    return code.startsWith(`${phase}_`) || code === "runner_offline";
  if (phase === "tls") return code.startsWith("tls_");
  if (BETWEEN.test(code) || /^(?:dns|connect|tls)_/.test(code)) return false;
  return isConnected || phase === "first_byte";
}

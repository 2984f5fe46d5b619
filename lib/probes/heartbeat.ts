import { ProbeError } from "./net/probe-error";
import { emptyFinding, fail, type Probe } from "./probe";

/** Explains why a heartbeat can't be checked on demand. Only a signal says something about it. */
export const probeHeartbeat: Probe<unknown, unknown> = async () => {
  const finding = emptyFinding();
  fail(finding, new ProbeError("unsupported", "A heartbeat isn't checked. It waits for signals."));
  return finding;
};

import { ProbeError } from "./net/probe-error";
import { emptyFinding, fail, type Probe } from "./probe";

/** Explains why a monitor that reports in can't be checked on demand. Only a signal says something about it. */
export const probeHeartbeat: Probe<unknown, unknown> = async () => {
  const finding = emptyFinding();
  fail(finding, new ProbeError("unsupported", "This monitor isn't checked. It waits for signals."));
  return finding;
};

import { ProbeError } from "./net/probe-error";
import { emptyFinding, fail, type Probe } from "./probe";

/** Explains why a group can't be checked on demand. */
export const probeGroup: Probe<unknown, unknown> = async () => {
  const finding = emptyFinding();
  fail(finding, new ProbeError("unsupported", "A group isn't checked. The states of its members decide."));
  return finding;
};

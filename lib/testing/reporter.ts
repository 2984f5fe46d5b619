import type { ResultBatch } from "@/lib/contract/check";
import { Control } from "@/lib/runner/control";
import { Reporter } from "@/lib/runner/reporter";
import { Spool } from "@/lib/runner/spool";
import type { ScriptedControl } from "./scripted-control";

const report = (): ResultBatch["report"] => ({
  version: "t",
  lag_p99_ms: 0,
  spooled: 0,
  running: 0,
  monitors: 0,
  doubt: null,
  capabilities: {},
});

/** A reporter that spools to `folder` and hands in at `origin`; each look at its clock is a millisecond later. */
export function reporterIn(folder: string, origin: string, onAck: () => void = () => undefined): Reporter {
  let clockMs = 1_700_000_000_000;
  return new Reporter(new Control(origin, "token"), new Spool(folder), report, onAck, () => {
    clockMs += 1;
    return clockMs;
  });
}

/** The monitors whose results were handed in, in their order. */
export const delivered = (control: ScriptedControl) =>
  control.calls.flatMap(({ body }) => (body as ResultBatch).results.map(({ monitor }) => monitor));

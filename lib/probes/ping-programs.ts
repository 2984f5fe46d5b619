import { once } from "@/lib/shared/once";
import { ProbeError } from "./outgoing/probe-error";
import type { PingProgram } from "./ping-batch";
import { PingQueue } from "./ping-queue";

/** The programs' own deadline comes first; after this nobody knows what became of the ping. */
const GRACE_MS = 3000;
const TRIAL_MS = 500;

function pings(): PingQueue {
  return once("probes.pings", () => new PingQueue());
}

/**
 * Round trip in milliseconds, by the first program that is installed and may send. `within` is told what to do when the time of the
 * check is over. Throws ProbeError.
 */
export function pingByProgram(
  address: string,
  timeoutMs: number,
  within: (onLate: () => void) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const over = () => {
      isOver = true;
      clearTimeout(timer);
    };
    const answered = (roundTripMs: number) => {
      over();
      resolve(roundTripMs);
    };
    const failed = (error: ProbeError) => {
      over();
      reject(error);
    };
    const unheard = () =>
      failed(new ProbeError("runner_overloaded", `${address}: nothing was heard of this ping in time`));
    within(() => {
      if (!isOver) timer = setTimeout(unheard, GRACE_MS);
    });
    pings().add({ address, timeoutMs, answered, failed });
  });
}

/** Which program pings from here: asked by a ping of this machine itself. Null when none is installed, or none may send. */
export function pingProgram(): Promise<PingProgram | null> {
  return new Promise((resolve) => {
    pings().add({
      address: "127.0.0.1",
      timeoutMs: TRIAL_MS,
      answered: (_roundTripMs, program) => resolve(program),
      failed: (_error, program) => resolve(program),
    });
  });
}

import { ApiError } from "@/lib/contract/core/errors";
import type { CreateMonitor } from "@/lib/contract/monitors/input";
import type { Tx } from "@/lib/store/core/tx";
import { noteTrial, readTrials } from "@/lib/store/monitors/target-trials";

/** More ports of one host than anybody watches, fewer than a scan needs. */
const PORTS_PER_HOST = 50;
/** A file of thousands of monitors passes; a walk through a network does not. */
const TARGETS = 10_000;
const DEFAULT_PORTS: Record<string, number> = { "http:": 80, "https:": 443 };

type Target = Pick<CreateMonitor, "request">;

/**
 * Counts a target that a project names, whether it is saved or only tried. 429 with Retry-After when it is one host's port
 * too many, or one target too many, within an hour (T05): a monitor must not become a port scanner. The same target again is free.
 */
export async function countTarget(trx: Tx, projectId: number, target: Target): Promise<void> {
  const { host, port } = placeOf(target);
  const trials = await readTrials(trx, projectId, host, port);
  if (trials.known) return;
  if (trials.ports >= PORTS_PER_HOST)
    throw tooMany(`${PORTS_PER_HOST} different ports of ${host}`, trials.frees_in);
  if (trials.targets >= TARGETS) throw tooMany(`${TARGETS} different hosts and ports`, trials.frees_in);
  await noteTrial(trx, projectId, host, port);
}

/** Whether two targets are one to the budget. */
export function isSamePlace(one: Target, other: Target): boolean {
  const [a, b] = [placeOf(one), placeOf(other)];
  return a.host === b.host && a.port === b.port;
}

function placeOf({ request }: Target): { host: string; port: number } {
  if ("url" in request) {
    const url = new URL(request.url);
    return { host: url.hostname, port: Number(url.port) || (DEFAULT_PORTS[url.protocol] ?? 0) };
  }
  // A ping has no port.
  const port = "port" in request ? Number(request.port) : 0;
  return { host: request.host.toLowerCase(), port };
}

function tooMany(what: string, seconds: number): ApiError {
  return new ApiError(
    429,
    `A project may name ${what} within an hour. Try again in ${Math.ceil(seconds / 60)} minutes.`,
    null,
    { "Retry-After": String(Math.max(1, seconds)) },
  );
}

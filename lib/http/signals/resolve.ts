import { type AlertMapping, ExternalRequest } from "@/lib/contract/protocols/external";
import { receivesAlerts } from "@/lib/contract/protocols/lookup";
import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import { sha256 } from "@/lib/shared/secret";
import {
  type HeartbeatKey,
  heartbeatsOfSlug,
  heartbeatsOfTokens,
  projectOfPingKey,
  selectKnownTokens,
  type TokenRow,
} from "@/lib/store/checks/heartbeats";
import type { Target } from "./request";

/** A token that was found is looked up again after this long, or used as it was if the database doesn't answer. */
const FRESH_MS = 60_000;
const KNOWN_MAX = 100_000;

interface Known {
  readonly key: HeartbeatKey;
  readonly slug: string | null;
  /** How JSON payloads become alerts; null for a monitor that expects signals. */
  readonly mapping: AlertMapping | null;
  readonly atMs: number;
}

export type SignalReceiver = Pick<Known, "key" | "mapping">;

/** Resolved target: a monitor, or the reason why there is none. For an unknown slug, the project that it may be created in. */
export type Resolved = SignalReceiver | "unknown" | "ambiguous" | { readonly createIn: number };

function known(): Map<string, Known> {
  return once("signals.known", () => new Map());
}

/** Learns the tokens of existing monitors, so that signals are accepted while the database is unavailable. */
export async function learnTokens(): Promise<void> {
  for (const row of await selectKnownTokens(KNOWN_MAX))
    remember(row.tokenHash.toString("hex"), { ...knownOf(row), atMs: Number.NEGATIVE_INFINITY });
}

function knownOf({ projectId, monitorId, slug, protocol, request }: TokenRow): Omit<Known, "atMs"> {
  const mapping = receivesAlerts(protocol) ? ExternalRequest.parse(request) : null;
  return { key: { projectId, monitorId }, slug, mapping };
}

function remember(name: string, found: Known): void {
  known().delete(name);
  known().set(name, found);
  for (const oldest of known().keys()) {
    if (known().size <= KNOWN_MAX) break;
    known().delete(oldest);
  }
}

/** Names a target in memory, without its secret. */
export function targetName(target: Target): string {
  return target.kind === "token"
    ? sha256(target.token).toString("hex")
    : `${sha256(target.pingKey).toString("hex")}/${target.slug}`;
}

/** Returns whether a target was found before, so that looking it up can't be a guess. */
export function isKnown(name: string): boolean {
  return known().has(name);
}

/**
 * Finds the monitor of a target, or returns what is known of it for up to `freshMs`. Throws if the database doesn't answer and the target
 * wasn't found before.
 */
export async function resolveTarget(target: Target, name: string, freshMs = FRESH_MS): Promise<Resolved> {
  const before = known().get(name);
  if (before && monotonicMs() - before.atMs < freshMs) return fits(target, before);
  try {
    const found =
      target.kind === "token" ? await byToken(target.token) : await bySlug(target.pingKey, target.slug);
    if (typeof found === "string" || "createIn" in found) {
      known().delete(name);
      return found;
    }
    const fresh = { ...found, atMs: monotonicMs() };
    remember(name, fresh);
    return fits(target, fresh);
  } catch (error) {
    if (before) return fits(target, before);
    throw error;
  }
}

function fits(target: Target, known: Known): Resolved {
  const isOther = target.kind === "token" && target.slug !== undefined && target.slug !== known.slug;
  return isOther ? "ambiguous" : known;
}

type Found = Omit<Known, "atMs"> | "unknown" | "ambiguous" | { readonly createIn: number };

async function byToken(token: string): Promise<Found> {
  const [first] = await heartbeatsOfTokens([sha256(token)]);
  return first ? knownOf(first) : "unknown";
}

async function bySlug(pingKey: string, slug: string): Promise<Found> {
  const projectId = await projectOfPingKey(sha256(pingKey));
  if (projectId === null) return "unknown";
  const [first, second] = await heartbeatsOfSlug(projectId, slug);
  if (second) return "ambiguous";
  return first ? { key: first, slug, mapping: null } : { createIn: projectId };
}

import { ApiError, invalidField } from "@/lib/contract/core/errors";
import { checkedPlace, hasMembers } from "@/lib/contract/protocols/lookup";
import { membersOf } from "@/lib/contract/protocols/members";
import { KEPT_S } from "@/lib/domain/core/retention";
import { addressRefusal, policyFrom } from "@/lib/probes/net/policy";
import { privateTargets } from "@/lib/probes/net/private-targets";
import type { Tx } from "@/lib/store/core/tx";
import { lockMembers } from "@/lib/store/monitors/monitors";
import { noteTrials, type Place, readTrials } from "@/lib/store/monitors/target-trials";
import { requireUsableIdentity } from "./request";

/** More ports on one host than anyone monitors, but fewer than a port scan needs. */
const PORTS_PER_HOST = 50;
/** Enough for a file of thousands of monitors, but not for a network scan. */
const TARGETS = 10_000;

/** The parts of a monitor that say what a check connects to. */
export interface MonitorTarget {
  readonly protocol: string;
  readonly request: Record<string, unknown>;
}

/** Throws 422 if checks would connect to a literal address that they must not reach, or with a client certificate that can't be used. */
export function requireAllowedTarget({ protocol, request }: MonitorTarget): void {
  const { field, host } = checkedPlace(protocol, request);
  if (field !== null) requireReachableUrl(`request.${field}`, `http://${bracketed(host)}/`);
  const tokenUrl = tokenUrlOf(request);
  if (tokenUrl !== null) requireReachableUrl("request.auth_token_url", tokenUrl);
  requireUsableIdentity(request);
}

/** Returns the URL from which checks fetch a token; null without one. */
function tokenUrlOf({ auth_token_url: url }: Record<string, unknown>): string | null {
  return typeof url === "string" ? url : null;
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** Counts targets of checks that a project saves or only tries, like `countPlaces`. */
export async function countTargets(
  trx: Tx,
  projectId: number,
  targets: readonly MonitorTarget[],
): Promise<void> {
  const tokenUrls = targets.flatMap(({ request }) => tokenUrlOf(request) ?? []);
  await countPlaces(trx, projectId, [...targets.map(countedPlace), ...tokenUrls.map(placeOf)]);
}

/** Counts the addresses that the URLs connect to, like `countPlaces`. */
export async function countUrls(trx: Tx, projectId: number, urls: readonly string[]): Promise<void> {
  await countPlaces(trx, projectId, urls.map(placeOf));
}

function placeOf(url: string): Place {
  const { hostname, port, protocol } = new URL(url);
  return { host: hostname, port: Number(port) || (protocol === "http:" ? 80 : 443) };
}

/**
 * Counts everything that the server or a runner connects to because a project asked for it: checks, webhooks, imports from a URL. Throws
 * 429 with Retry-After above the hourly limits on ports of one host and on targets, so that nothing becomes a port scanner. Repeating
 * a target costs nothing.
 */
export async function countPlaces(trx: Tx, projectId: number, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return;
  const hosts = [...new Set(places.map(({ host }) => host))];
  const trials = await readTrials(trx, projectId, hosts, KEPT_S.targetTrial);
  const used = new Set(trials.used.map(keyOf));
  const ports = new Map(hosts.map((host) => [host, trials.used.filter((one) => one.host === host).length]));
  const fresh = places.filter((place) => {
    if (used.has(keyOf(place))) return false;
    const { host } = place;
    const portsOfHost = ports.get(host) ?? 0;
    if (portsOfHost >= PORTS_PER_HOST)
      throw tooMany(`at most ${PORTS_PER_HOST} different ports of ${host}`, trials.frees_in);
    if (trials.targets >= TARGETS)
      throw tooMany(`at most ${TARGETS} different hosts and ports`, trials.frees_in);
    used.add(keyOf(place));
    ports.set(host, portsOfHost + 1);
    trials.targets += 1;
    return true;
  });
  if (fresh.length > 0) await noteTrials(trx, projectId, fresh);
}

const keyOf = ({ host, port }: Place) => `${port} ${host}`;

/** Returns whether two targets count as one. */
export function isSamePlace(one: MonitorTarget, other: MonitorTarget): boolean {
  const [a, b] = [countedPlace(one), countedPlace(other)];
  return a.host === b.host && a.port === b.port && tokenUrlOf(one.request) === tokenUrlOf(other.request);
}

function countedPlace({ protocol, request }: MonitorTarget): Place {
  const { host, port } = checkedPlace(protocol, request);
  return { host: host.toLowerCase(), port };
}

function tooMany(what: string, seconds: number): ApiError {
  return new ApiError(
    429,
    `A project can use ${what} within an hour. Try again in ${Math.ceil(seconds / 60)} minutes.`,
    null,
    { "Retry-After": String(Math.max(1, seconds)) },
  );
}

/**
 * Throws 422 on `field` if the URL contains a literal address, in any spelling (`0x7f.1`, `2130706433`, `[::1]`), that
 * must not be reached from here (SSRF). Names pass, because they are checked each time they resolve. Used for monitors,
 * webhooks, integrations, and browsers alike.
 */
export function requireReachableUrl(field: string, url: string): void {
  const address = literalAddress(url);
  if (address === null) return;
  const refusal = addressRefusal(address, policyFrom(privateTargets()));
  if (refusal === null) return;
  throw invalidField(field, `${refusal}. Use a public address or a range listed in ALLOW_PRIVATE_TARGETS.`);
}

/** Returns the literal address in plain form, as the URL parser normalizes it; null for a name or an invalid URL. */
function literalAddress(url: string): string | null {
  const host = URL.parse(url)?.hostname ?? "";
  if (host.startsWith("[")) return host.slice(1, -1);
  return /^\d+\.\d+\.\d+\.\d+$/.test(host) ? host : null;
}

const FIELD = "request.members";

/**
 * Throws 422 unless the members of these groups are monitors of the project that have no members themselves, so that no group can
 * depend on itself. They can't be deleted before the transaction ends.
 */
export async function requireMembers(
  trx: Tx,
  projectId: number,
  monitors: readonly MonitorTarget[],
): Promise<void> {
  const groups = monitors.filter(({ protocol }) => hasMembers(protocol));
  const ids = groups.flatMap(({ request }) => membersOf(request));
  if (groups.some(({ request }) => membersOf(request).length === 0))
    throw invalidField(FIELD, `${FIELD} must contain at least one monitor; got none.`);
  if (ids.length === 0) return;
  const known = await lockMembers(trx, projectId, ids);
  const missing = ids.find((id) => !known.some((row) => row.id === id));
  if (missing !== undefined)
    throw invalidField(FIELD, `${FIELD} must contain monitors of this project; got ${missing}.`);
  const nested = known.find(({ protocol }) => hasMembers(protocol));
  if (nested) throw invalidField(FIELD, `${FIELD} must not contain groups; ${nested.name} is one.`);
  for (const { request } of groups) {
    const { required } = request as { required?: number | null };
    const { length } = membersOf(request);
    if ((required ?? 0) > length)
      throw invalidField(
        "request.required",
        `request.required must not exceed the number of members (${length}); got ${required}.`,
      );
  }
}

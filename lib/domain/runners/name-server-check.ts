/** The result of a lookup by the name servers themselves, bypassing caches. */
export interface AskedName {
  readonly name: string;
  /**
   * Error code of the lookup (`ENOTFOUND`, `ESERVFAIL`, `ETIMEOUT`, …). Null if the name resolves and its domain is
   * reachable.
   */
  readonly code: string | null;
}

/** Lookups that distinguish dead name servers from names that no longer exist. */
export interface NameLookups {
  /** Well-known public names that resolved recently. */
  readonly witnesses: readonly AskedName[];
  /** Names of other domains that resolved before. Not needed once a well-known name resolves. */
  readonly neighbours: readonly AskedName[];
  /** A name that never exists (RFC 6761 §6.4). Any response to it shows that the name server is alive. */
  readonly nobody: AskedName;
}

/**
 * `alive`: the failure belongs to the name. `dead`: it is caused by our name servers until they respond again. `unclear`:
 * it can't be determined; failures are inconclusive for `UNCLEAR_HELD_MS` and then reported. `why` mentions only well-known
 * names, never a target, because other projects read it.
 */
export interface NameVerdict {
  readonly state: "alive" | "dead" | "unclear";
  readonly why: string;
}

/** How long failures stay inconclusive after a mass failure. With a timeout of 20 s, real outages are still reported within 60 s. */
export const UNCLEAR_HELD_MS = 30_000;

/** Fewer failing names than this may have failed independently. */
const NAMES_MIN = 2;
const NO_SUCH_NAME: ReadonlySet<string | null> = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * Determines whether unresolvable names are gone or our name servers are failing. SERVFAIL and REFUSED prove nothing,
 * because a forwarder without upstream connectivity also returns them.
 */
export function judgeNameServers({ witnesses, neighbours, nobody }: NameLookups): NameVerdict {
  const witness = witnesses.find(resolves);
  if (witness) return { state: "alive", why: `${witness.name} resolves` };
  const isOthersWell = neighbours.some(resolves);
  if (isOthersWell && witnesses.length < NAMES_MIN) return { state: "alive", why: "other names resolve" };
  if (isOthersWell) return contradicted(witnesses);
  const known = witnesses.length + neighbours.length;
  const none = `none of ${known} names that resolved before resolves now`;
  if (witnesses.length >= NAMES_MIN) return { state: "dead", why: `${none}, not even ${namesOf(witnesses)}` };
  if (known < NAMES_MIN) return judgeNobody(nobody);
  return [...neighbours, nobody].some(isAnswered)
    ? { state: "unclear", why: `${none}, although they answer` }
    : { state: "dead", why: none };
}

/**
 * Handles well-known names that fail while others resolve. If all get "no such name", they are filtered here. Without a
 * response, a firewall may drop them, or a local name server may have lost its uplink.
 */
function contradicted(witnesses: readonly AskedName[]): NameVerdict {
  return witnesses.every(({ code }) => NO_SUCH_NAME.has(code))
    ? { state: "alive", why: "other names resolve" }
    : { state: "unclear", why: `${namesOf(witnesses)} can't be resolved, although other names can` };
}

function judgeNobody(nobody: AskedName): NameVerdict {
  return isAnswered(nobody)
    ? { state: "alive", why: `they answer for ${nobody.name}` }
    : { state: "dead", why: `they don't respond (${nobody.code})` };
}

function resolves({ code }: AskedName): boolean {
  return code === null;
}

function isAnswered({ code }: AskedName): boolean {
  return code === null || NO_SUCH_NAME.has(code);
}

function namesOf(asked: readonly AskedName[]): string {
  return asked.map(({ name }) => name).join(" and ");
}

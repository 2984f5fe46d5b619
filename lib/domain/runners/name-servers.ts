import type { SelfCheckFailure } from "@/lib/contract/checks/self-check";

/** The result of a lookup by the name servers themselves, bypassing caches. */
export interface AskedName {
  readonly name: string;
  /** Error code of the lookup (`ENOTFOUND`, `ESERVFAIL`, `ETIMEOUT`, …). Null if the name resolves and its domain is reachable. */
  readonly code: string | null;
}

/** Lookups that distinguish failing name servers from names that no longer exist. */
export interface NameLookups {
  /** Well-known public names that resolved recently. */
  readonly known: readonly AskedName[];
  /** Names of other domains that resolved before. Not needed once a known name resolves. */
  readonly others: readonly AskedName[];
  /** A name that never exists (RFC 6761 §6.4). Any answer about it shows that the name server works. */
  readonly nonexistent: AskedName;
}

/**
 * `working`: the failure belongs to the name. `failing`: it's caused by our name servers until they answer again. `unclear`: it
 * can't be determined; failures are inconclusive for `UNCLEAR_MS` and then reported. `why` and `failure` mention only well-known
 * names, never a target, because other projects read them.
 */
export type NameServersState =
  | { readonly is: "working"; readonly why: string }
  | { readonly is: "failing" | "unclear"; readonly failure: SelfCheckFailure };

/** Fewer failing names than this may have failed independently. */
const NAMES_MIN = 2;
const NO_SUCH_NAME: ReadonlySet<string | null> = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * Determines whether unresolvable names are gone or our name servers are failing. SERVFAIL and REFUSED prove nothing, because
 * a forwarder without upstream connectivity also returns them.
 */
export function judgeNameServers({ known, others, nonexistent }: NameLookups): NameServersState {
  const resolved = known.find(resolves);
  if (resolved) return { is: "working", why: `${resolved.name} resolves` };
  if (others.some(resolves))
    return known.length < NAMES_MIN ? { is: "working", why: "other names resolve" } : onlyKnownFail(known);
  const names = known.length + others.length;
  if (names < NAMES_MIN) return judgeNonexistent(nonexistent);
  const areKnown = known.length >= NAMES_MIN;
  const answering = !areKnown && [...others, nonexistent].some(isAnswered);
  const failure = { names, known: areKnown ? namesOf(known) : [], answering };
  return { is: answering ? "unclear" : "failing", failure: { kind: "dns_nothing_resolves", ...failure } };
}

/**
 * Handles known names that fail while others resolve. If all get "no such name", they are filtered here. Without a response, a
 * firewall may drop them, or a local name server may have lost its uplink.
 */
function onlyKnownFail(known: readonly AskedName[]): NameServersState {
  return known.every(({ code }) => NO_SUCH_NAME.has(code))
    ? { is: "working", why: "other names resolve" }
    : { is: "unclear", failure: { kind: "dns_known_names_lost", known: namesOf(known) } };
}

function judgeNonexistent(asked: AskedName): NameServersState {
  return isAnswered(asked)
    ? { is: "working", why: `they answer for ${asked.name}` }
    : { is: "failing", failure: { kind: "dns_no_response", error: asked.code ?? "" } };
}

function resolves({ code }: AskedName): boolean {
  return code === null;
}

function isAnswered({ code }: AskedName): boolean {
  return code === null || NO_SUCH_NAME.has(code);
}

function namesOf(asked: readonly AskedName[]): string[] {
  return asked.map(({ name }) => name);
}

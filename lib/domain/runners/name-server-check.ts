/** What came of asking the name servers for a name, so that no cache can answer for them. */
export interface AskedName {
  readonly name: string;
  /** The lookup's code (`ENOTFOUND`, `ESERVFAIL`, `ETIMEOUT`, …); null: it resolves, and its domain is reached. */
  readonly code: string | null;
}

/** What tells name servers that are dead from names that are gone. */
export interface NameEvidence {
  /** Names of the Internet itself that resolved lately. */
  readonly witnesses: readonly AskedName[];
  /** Names that resolved before, of other domains than the one that failed. Not needed once a witness resolves. */
  readonly neighbours: readonly AskedName[];
  /** A name that never exists (RFC 6761 §6.4): what answers that is alive. */
  readonly nobody: AskedName;
}

/**
 * `alive`: the failure is the name's own. `dead`: it is our name servers' until they are back. `unclear`: nobody can tell; doubted for
 * `UNCLEAR_HELD_MS`, then told as it is seen. `why` names the witness, never a target: other projects read it.
 */
export interface NameVerdict {
  readonly state: "alive" | "dead" | "unclear";
  readonly why: string;
}

/** As long as a mass failure is doubted: with a timeout of 20 s true outages are out within 60 s (F17). */
export const UNCLEAR_HELD_MS = 30_000;

/** Fewer names that died together may have died by themselves. */
const NAMES_MIN = 2;
const NO_SUCH_NAME: ReadonlySet<string | null> = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * Whether names that can't be resolved are gone, or the name servers that we ask are to blame (F14). SERVFAIL and REFUSED prove nothing:
 * that is how a forwarder answers whose own way out is lost.
 */
export function judgeNameServers({ witnesses, neighbours, nobody }: NameEvidence): NameVerdict {
  const witness = witnesses.find(resolves);
  if (witness) return { state: "alive", why: `${witness.name} resolves` };
  const isOthersWell = neighbours.some(resolves);
  if (isOthersWell && witnesses.length < NAMES_MIN) return { state: "alive", why: "other names resolve" };
  if (isOthersWell) return contradicted(witnesses);
  const known = witnesses.length + neighbours.length;
  const none = `none of ${known} known names resolves now`;
  if (witnesses.length >= NAMES_MIN) return { state: "dead", why: `${none}, not even ${namesOf(witnesses)}` };
  if (known < NAMES_MIN) return judgeNobody(nobody);
  return [...neighbours, nobody].some(isAnswered)
    ? { state: "unclear", why: `${none}, although they answer` }
    : { state: "dead", why: none };
}

/**
 * Witnesses that are answered "no such name" while others resolve are filtered. Ones that get no answer may be dropped by a firewall, or a
 * name server that knows the names of this house has lost its way out of it.
 */
function contradicted(witnesses: readonly AskedName[]): NameVerdict {
  return witnesses.every(({ code }) => NO_SUCH_NAME.has(code))
    ? { state: "alive", why: "other names resolve" }
    : { state: "unclear", why: `${namesOf(witnesses)} can't be resolved, although other names can` };
}

function judgeNobody(nobody: AskedName): NameVerdict {
  return isAnswered(nobody)
    ? { state: "alive", why: `they answer for ${nobody.name}` }
    : { state: "dead", why: `they answer nothing (${nobody.code})` };
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

import { isIP, isIPv4 } from "node:net";
import { plainAddress } from "@/lib/shared/address-ranges";
import { monotonicMs } from "@/lib/shared/clock";
import type { DnsRecord, RecordType } from "./dns-message";
import { askNameServers } from "./dns-question";
import { HostsFile } from "./hosts-file";
import { isLack } from "./own-lack";
import { ProbeError } from "./probe-error";
import { SearchList } from "./search-list";
import { systemNameServers } from "./system-name-servers";

/** For callers that don't say; as long as a check may take. */
const LOOKUP_MS = 30_000;
/** How old a lookup may be that another call joins: it sends its query again after that. */
const JOIN_MS = 500;
const TTL_MAX_MS = 300_000;
const TTL_MIN_MS = 1000;
/** How long IPv6 is waited for once IPv4 is there: some name servers never answer what they don't know (RFC 4074 §4.1). */
const OTHER_FAMILY_MS = 300;
const CACHE_MAX = 20_000;
const UNANSWERED = ["ETIMEOUT", "ECONNREFUSED"];
const NO_SUCH_NAME = ["ENOTFOUND", "ENODATA"];

interface Cached {
  readonly addresses: readonly string[];
  readonly untilMs: number;
}

/** A question that is under way. Times are monotonic. */
interface Lookup {
  readonly beganMs: number;
  readonly untilMs: number;
  readonly found: Promise<readonly string[] | ProbeError>;
}

/** Records of both families, and the codes of those that gave none. */
interface DnsAnswer {
  readonly records: readonly DnsRecord[];
  readonly codes: readonly string[];
}

/** Anything that answers A and AAAA with their times to live, until `signal`. Rejects with a code like `ENOTFOUND` or `ETIMEOUT`. */
export interface DnsSource {
  resolve4(name: string, signal: AbortSignal): Promise<readonly DnsRecord[]>;
  resolve6(name: string, signal: AbortSignal): Promise<readonly DnsRecord[]>;
}

/** Asks the name servers of the system, or those of a list; never `dns.lookup`, four threads of which stall every check behind two dead names. */
export function dnsSource(servers: () => readonly string[] = systemNameServers): DnsSource {
  const silent = new Set<string>();
  const ask = async (name: string, type: RecordType, signal: AbortSignal) => {
    const { records, code } = await askNameServers(servers(), name, type, signal, silent);
    if (code !== null) throw Object.assign(new Error(`${name}: ${code}`), { code });
    return [...records];
  };
  return {
    resolve4: (name, signal) => ask(name, "A", signal),
    resolve6: (name, signal) => ask(name, "AAAA", signal),
  };
}

/**
 * Resolves names, with a cache by TTL and one query at a time per name. Failures are never kept: one check's failure says nothing of
 * another moment, and must not confirm itself.
 */
export class NameResolver {
  private readonly cache = new Map<string, Cached>();
  private readonly running = new Map<string, Lookup>();
  private readonly source: DnsSource;
  private readonly search: SearchList;

  /** Without a `source` of its own it asks as the system is set up, short names included. */
  constructor(
    source?: DnsSource,
    private readonly hosts: HostsFile = new HostsFile(),
    private readonly clockMs: () => number = monotonicMs,
    search?: SearchList,
  ) {
    this.source = source ?? dnsSource();
    this.search = search ?? new SearchList(source ? null : undefined);
  }

  /**
   * Resolves a host until a moment on the monotonic clock: IPv4 addresses first, then IPv6. An IP literal is its own answer, one that is
   * mapped into IPv6 its IPv4 address. Throws a ProbeError: `dns_*`, or `runner_overloaded` when this machine had nothing to ask with.
   */
  async addressesOf(host: string, untilMs = monotonicMs() + LOOKUP_MS): Promise<readonly string[]> {
    const known = this.knownAddressesOf(host);
    if (known) return known;
    const askedMs = monotonicMs();
    for (;;) {
      const lookup = this.lookup(host, untilMs);
      const found = await lookup.found;
      if (!(found instanceof ProbeError)) return found;
      const nowMs = monotonicMs();
      // A lookup that began before this call, or ended before its time, proves nothing of it.
      const isOwn = lookup.beganMs >= askedMs && nowMs < lookup.untilMs;
      if (isOwn || untilMs - nowMs <= JOIN_MS) throw found;
    }
  }

  /** What needs no query: an IP literal, a name of the hosts file or below localhost, a cached answer. Throws ProbeError for a name below invalid. */
  knownAddressesOf(host: string): readonly string[] | null {
    if (isIP(host)) return [plainAddress(host)];
    const name = nameOf(host);
    const nowMs = this.clockMs();
    const fixed = this.hosts.addressesOf(name, nowMs);
    if (fixed.length > 0) return fixed;
    // RFC 6761 §6.3: names below localhost are loopback without a query.
    if (name === "localhost" || name.endsWith(".localhost")) return ["127.0.0.1", "::1"];
    // RFC 6761 §6.4: names below invalid never exist; a name server that answers them anyway must not be asked.
    if (name === "invalid" || name.endsWith(".invalid")) throw dnsError(name, ["ENOTFOUND"]);
    const known = this.cache.get(name);
    return known && known.untilMs > nowMs ? known.addresses : null;
  }

  /** Joins a lookup that only just began and doesn't last longer, else begins one. */
  private lookup(host: string, untilMs: number): Lookup {
    const name = nameOf(host);
    const nowMs = monotonicMs();
    const running = this.running.get(name);
    if (running && nowMs - running.beganMs <= JOIN_MS && running.untilMs <= untilMs) return running;
    const names = host.endsWith(".") ? [name] : this.search.namesOf(name, this.clockMs());
    const found = this.query(name, names, untilMs);
    const lookup = { beganMs: nowMs, untilMs, found };
    this.running.set(name, lookup);
    void found.finally(() => {
      if (this.running.get(name) === lookup) this.running.delete(name);
    });
    return lookup;
  }

  /** Never rejects. */
  private async query(
    name: string,
    names: readonly string[],
    untilMs: number,
  ): Promise<readonly string[] | ProbeError> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), Math.max(0, untilMs - monotonicMs()));
    const { records, codes } = await this.askEach(names, late.signal);
    clearTimeout(timer);
    // Ends what is still under way, as the other family's question.
    late.abort();
    if (records.length === 0) return dnsError(name, codes);
    const addresses = records.map(({ address }) => plainAddress(address));
    if (this.cache.size >= CACHE_MAX) this.cache.clear();
    this.cache.set(name, { addresses, untilMs: this.clockMs() + keptMs(records, codes) });
    return addresses;
  }

  /** The answer for the first name that is there, or for which nobody can say. */
  private async askEach(names: readonly string[], signal: AbortSignal): Promise<DnsAnswer> {
    let answer: DnsAnswer = { records: [], codes: ["ENOTFOUND"] };
    for (const name of names) {
      answer = await this.ask(name, signal);
      if (answer.records.length > 0 || !answer.codes.every((code) => NO_SUCH_NAME.includes(code))) break;
    }
    return answer;
  }

  private async ask(name: string, signal: AbortSignal): Promise<DnsAnswer> {
    const asked = answerOf(this.source.resolve4(name, signal), signal);
    const six = answerOf(this.source.resolve6(name, signal), signal);
    const four = await asked;
    const other = four.records.length > 0 ? await soon(six) : await six;
    return { records: [...four.records, ...other.records], codes: [...four.codes, ...other.codes] };
  }
}

/** Of IPv6 alone, while IPv4 was not answered: asked again soon, because this machine may have no IPv6. */
function keptMs(records: readonly DnsRecord[], codes: readonly string[]): number {
  const isWhole =
    records.some(({ address }) => isIPv4(address)) || codes.every((code) => NO_SUCH_NAME.includes(code));
  const ttlMs = isWhole ? Math.min(...records.map((record) => record.ttl * 1000)) : 0;
  return Math.min(TTL_MAX_MS, Math.max(TTL_MIN_MS, ttlMs));
}

/** The answer for one family, `ETIMEOUT` when `signal` comes first. Never rejects. */
function answerOf(query: Promise<readonly DnsRecord[]>, signal: AbortSignal): Promise<DnsAnswer> {
  return new Promise((resolve) => {
    const end = (answer: DnsAnswer) => {
      signal.removeEventListener("abort", onLate);
      resolve(answer);
    };
    // After the query's own end, which knows what was said until then.
    const onLate = () => setImmediate(end, { records: [], codes: ["ETIMEOUT"] });
    if (signal.aborted) onLate();
    else signal.addEventListener("abort", onLate);
    query.then(
      // An alias of a name without an address of this family is answered by the alias alone.
      (records) => end({ records, codes: records.length > 0 ? [] : ["ENODATA"] }),
      (error) => end({ records: [], codes: [String(error?.code ?? "UNKNOWN")] }),
    );
  });
}

/** An answer that another one is enough without. */
async function soon(answer: Promise<DnsAnswer>): Promise<DnsAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<DnsAnswer>((resolve) => {
    timer = setTimeout(() => resolve({ records: [], codes: ["ETIMEOUT"] }), OTHER_FAMILY_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Lower case, without the dot of an absolute name. */
function nameOf(host: string): string {
  const name = host.toLowerCase();
  return name.endsWith(".") ? name.slice(0, -1) : name;
}

function dnsError(name: string, codes: readonly string[]): ProbeError {
  const answered = codes.filter((code) => !UNANSWERED.includes(code));
  if (answered.some(isLack))
    return new ProbeError("runner_overloaded", `${name}: the runner could not ask the name servers`);
  if (answered.length === 0) return new ProbeError("dns_timeout", `${name}: the name servers did not answer`);
  if (answered.some((code) => code !== "EBADNAME" && !NO_SUCH_NAME.includes(code)))
    return new ProbeError("dns_failed", `${name}: the name servers answered ${answered.join(", ")}`);
  if (answered.length < codes.length) {
    const message = `${name}: no address in time; one family has none, the name servers did not answer for the other`;
    return new ProbeError("dns_timeout", message);
  }
  // Nobody is asked for what can't be a name, as `a..b` in a redirect.
  if (answered.includes("EBADNAME")) return new ProbeError("dns_not_found", `${name}: that can't be a name`);
  const finding = answered.includes("ENOTFOUND") ? "there is no such name" : "the name has no address";
  return new ProbeError("dns_not_found", `${name}: ${finding}`);
}

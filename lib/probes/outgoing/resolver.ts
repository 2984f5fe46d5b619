import { Resolver } from "node:dns/promises";
import { isIP, isIPv4 } from "node:net";
import { plainAddress } from "@/lib/shared/address-ranges";
import { monotonicMs } from "@/lib/shared/clock";
import { HostsFile } from "./hosts-file";
import { lackedSince, lacksNow } from "./own-lack";
import { ProbeError } from "./probe-error";
import { SearchList } from "./search-list";

const QUERY_TIMEOUT_MS = 2000;
const QUERY_TRIES = 2;
/** As long as a query may take: c-ares waits twice as long for the second try. */
export const QUERY_MAX_MS = 3 * QUERY_TIMEOUT_MS;
const TTL_MAX_MS = 300_000;
const TTL_MIN_MS = 1000;
const NEGATIVE_TTL_MS = 5000;
/** How long IPv6 is waited for once IPv4 is there: some name servers never answer what they don't know (RFC 4074 §4.1). */
const OTHER_FAMILY_MS = 300;
/** Nearly every answer is here by then. */
const SLOW_MS = 100;
const CACHE_MAX = 20_000;
/** No name server said this. A channel of Node's that starts anew ends the queries under way (EDESTRUCTION), so one may ask again. */
const ASK_AGAIN = ["ECONNREFUSED", "EDESTRUCTION", "ECANCELLED"];
const UNANSWERED = ["ETIMEOUT", "ECONNREFUSED"];
const NO_SUCH_NAME = ["ENOTFOUND", "ENODATA"];

interface Cached {
  readonly addresses: string[];
  readonly error: ProbeError | null;
  readonly untilMs: number;
}

interface DnsRecord {
  readonly address: string;
  /** Seconds. */
  readonly ttl: number;
}

/** Records of both families, and the codes of those that gave none. */
interface DnsAnswer {
  readonly records: readonly DnsRecord[];
  readonly codes: readonly string[];
}

/** Anything that answers A and AAAA with their times to live. */
export interface DnsSource {
  resolve4(name: string): Promise<DnsRecord[]>;
  resolve6(name: string): Promise<DnsRecord[]>;
}

/** c-ares, never `dns.lookup`: four threads of the latter stall every check behind two dead names. */
function systemSource(): DnsSource {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
  return {
    resolve4: (name) => resolver.resolve4(name, { ttl: true }),
    resolve6: (name) => resolver.resolve6(name, { ttl: true }),
  };
}

/** Names to addresses with a cache by TTL, one query at a time per name, and short-lived negative answers. */
export class NameResolver {
  private readonly cache = new Map<string, Cached>();
  private readonly running = new Map<string, Promise<Cached>>();

  private readonly source: DnsSource;
  private readonly search: SearchList;

  /** Without a `source` of its own it asks as the system is set up, short names included. */
  constructor(
    source?: DnsSource,
    private readonly hosts: HostsFile = new HostsFile(),
    private readonly clockMs: () => number = monotonicMs,
    search?: SearchList,
  ) {
    this.source = source ?? systemSource();
    this.search = search ?? new SearchList(source ? null : undefined);
  }

  /** IPv4 addresses first, then IPv6. Throws a ProbeError `dns_*`. An IP literal is its own answer, one that is mapped into IPv6 its IPv4 address. */
  async addressesOf(host: string): Promise<string[]> {
    const known = this.knownAddressesOf(host);
    if (known) return known;
    const answer = await this.queryOnce(nameOf(host), host.endsWith("."));
    if (answer.error) throw answer.error;
    return answer.addresses;
  }

  /** What needs no query: an IP literal, a name of the hosts file or below localhost, a cached answer. Throws a cached ProbeError. */
  knownAddressesOf(host: string): string[] | null {
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
    if (!known || known.untilMs <= nowMs) return null;
    if (known.error) throw known.error;
    return known.addresses;
  }

  /** Failures that were kept are asked for anew: what caused them is over. */
  forgetFailures(): void {
    for (const [name, { error }] of this.cache) if (error) this.cache.delete(name);
  }

  private queryOnce(name: string, isAbsolute: boolean): Promise<Cached> {
    const running = this.running.get(name);
    if (running) return running;
    const names = isAbsolute ? [name] : this.search.namesOf(name, this.clockMs());
    const query = this.query(name, names).finally(() => this.running.delete(name));
    this.running.set(name, query);
    return query;
  }

  private async query(name: string, names: readonly string[]): Promise<Cached> {
    const startedMs = monotonicMs();
    // What it lacked when it began is what counts, and may be there again when it ends.
    const slow = setTimeout(() => void lacksNow(), SLOW_MS);
    let answer = await this.askEach(names);
    clearTimeout(slow);
    if (answer.codes.some((code) => ASK_AGAIN.includes(code))) answer = await this.askEach(names);
    const cached =
      answer.records.length > 0 ? this.positive(answer) : await this.negative(name, answer.codes, startedMs);
    if (this.cache.size >= CACHE_MAX) this.cache.clear();
    this.cache.set(name, cached);
    return cached;
  }

  /** The answer for the first name that is there, or for which nobody can say. */
  private async askEach(names: readonly string[]): Promise<DnsAnswer> {
    let answer: DnsAnswer = { records: [], codes: ["ENOTFOUND"] };
    for (const name of names) {
      answer = await this.ask(name);
      if (answer.records.length > 0 || !answer.codes.every((code) => NO_SUCH_NAME.includes(code))) break;
    }
    return answer;
  }

  private async ask(name: string): Promise<DnsAnswer> {
    const asked = answerOf(this.source.resolve4(name));
    const six = answerOf(this.source.resolve6(name));
    const four = await asked;
    const other = four.records.length > 0 ? await soon(six) : await six;
    return { records: [...four.records, ...other.records], codes: [...four.codes, ...other.codes] };
  }

  /** Of IPv6 alone, while IPv4 was not answered: asked again soon, because this machine may have no IPv6. */
  private positive({ records, codes }: DnsAnswer): Cached {
    const isWhole =
      records.some(({ address }) => isIPv4(address)) || codes.every((code) => NO_SUCH_NAME.includes(code));
    const ttlMs = isWhole ? Math.min(...records.map((record) => record.ttl * 1000)) : 0;
    const untilMs = this.clockMs() + Math.min(TTL_MAX_MS, Math.max(TTL_MIN_MS, ttlMs));
    return { addresses: records.map(({ address }) => plainAddress(address)), error: null, untilMs };
  }

  /** Our own lack is never kept: it may be over the next moment. */
  private async negative(name: string, codes: readonly string[], startedMs: number): Promise<Cached> {
    const isAnswered = codes.every((code) => NO_SUCH_NAME.includes(code));
    if (!isAnswered && (isCutShort(codes) || (await lackedSince(startedMs)))) {
      const error = new ProbeError("runner_overloaded", `${name}: the runner could not ask the name servers`);
      return { addresses: [], error, untilMs: this.clockMs() };
    }
    return { addresses: [], error: dnsError(name, codes), untilMs: this.clockMs() + NEGATIVE_TTL_MS };
  }
}

/** The answer for one family. Never throws. */
async function answerOf(query: Promise<DnsRecord[]>): Promise<DnsAnswer> {
  try {
    const records = await query;
    // An alias of a name without an address of this family is answered by the alias alone, which is no error to c-ares.
    return { records, codes: records.length > 0 ? [] : ["ENODATA"] };
  } catch (error) {
    return { records: [], codes: [String((error as NodeJS.ErrnoException | undefined)?.code ?? "UNKNOWN")] };
  }
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

/** The runner itself ended a query or had no memory for it, and it is not because the name servers refuse. */
function isCutShort(codes: readonly string[]): boolean {
  if (codes.some((code) => UNANSWERED.includes(code))) return false;
  return codes.some((code) => ["EDESTRUCTION", "ECANCELLED", "ENOMEM"].includes(code));
}

/** Lower case, without the dot of an absolute name. */
function nameOf(host: string): string {
  const name = host.toLowerCase();
  return name.endsWith(".") ? name.slice(0, -1) : name;
}

function dnsError(name: string, codes: readonly string[]): ProbeError {
  if (codes.some((code) => UNANSWERED.includes(code))) {
    return new ProbeError("dns_timeout", `${name}: the name servers did not answer`);
  }
  // c-ares asks nobody for what can't be a name, as `a..b` in a redirect.
  if (codes.every((code) => code === "EBADNAME"))
    return new ProbeError("dns_not_found", `${name}: that can't be a name`);
  if (codes.every((code) => NO_SUCH_NAME.includes(code))) {
    const finding = codes.includes("ENOTFOUND") ? "there is no such name" : "the name has no address";
    return new ProbeError("dns_not_found", `${name}: ${finding}`);
  }
  return new ProbeError("dns_failed", `${name}: the name servers answered ${codes.join(", ")}`);
}

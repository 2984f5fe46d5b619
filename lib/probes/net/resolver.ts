import { isIP, isIPv4 } from "node:net";
import { domainToASCII } from "node:url";
import { plainAddress } from "@/lib/shared/address-ranges";
import { monotonicMs } from "@/lib/shared/clock";
import { within } from "@/lib/shared/within";
import { askNameServers } from "./dns-question";
import type { RecordType } from "./dns-record";
import { HostsFile } from "./hosts-file";
import { dnsError, NO_SUCH_NAME } from "./lookup-error";
import { ProbeError } from "./probe-error";
import { SearchList } from "./search-list";
import { systemNameServers } from "./system-name-servers";

/** For callers that don't set a limit; as long as the longest check. */
const LOOKUP_MS = 30_000;
/** The age up to which a new call joins a lookup; after that, the lookup repeats its query. */
const JOIN_MS = 500;
const TTL_MAX_MS = 300_000;
const TTL_MIN_MS = 1000;
/** How long to wait for one family once the other has answered. Some name servers never answer for names they don't know (RFC 4074 §4.1). */
const OTHER_FAMILY_MS = 300;
const CACHE_MAX = 20_000;

interface Cached {
  readonly addresses: readonly string[];
  readonly untilMs: number;
  /** False when one family's answer is missing. A failure of the other's addresses then proves nothing. */
  readonly isWhole: boolean;
}

/** A lookup in progress. Times are monotonic. */
interface Lookup {
  readonly beganMs: number;
  readonly untilMs: number;
  readonly found: Promise<readonly string[] | ProbeError>;
}

export interface AddressRecord {
  readonly address: string;
  /** In seconds. */
  readonly ttl: number;
}

/** Records of both families, and the error codes of families without any. */
interface DnsAnswer {
  readonly records: readonly AddressRecord[];
  readonly codes: readonly string[];
  /** The whole answer, when one family is late. */
  readonly late?: Promise<DnsAnswer>;
}

/** Any resolver for A and AAAA records with their TTLs, until `signal`. Rejects with a code like `ENOTFOUND` or `ETIMEOUT`. */
export interface DnsSource {
  /** The name servers to ask; the system's by default. */
  readonly servers?: () => readonly string[];
  resolve4(name: string, signal: AbortSignal): Promise<readonly AddressRecord[]>;
  resolve6(name: string, signal: AbortSignal): Promise<readonly AddressRecord[]>;
}

/**
 * Asks the system's name servers, or those of a list. Never uses `dns.lookup`, whose four threads would stall every
 * check behind two dead names.
 */
export function dnsSource(servers: () => readonly string[] = systemNameServers): DnsSource {
  const silent = new Set<string>();
  const ask = async (name: string, type: RecordType, signal: AbortSignal) => {
    const { records, code } = await askNameServers(servers(), name, type, signal, silent);
    if (code !== null) throw Object.assign(new Error(`${name}: ${code}`), { code });
    return records.map(({ value, ttl }) => ({ address: value, ttl }));
  };
  return {
    servers,
    resolve4: (name, signal) => ask(name, "A", signal),
    resolve6: (name, signal) => ask(name, "AAAA", signal),
  };
}

/**
 * Resolves names with a cache by TTL and one query at a time per name. Failures are never cached: one check's failure
 * says nothing about another moment and must not confirm itself.
 */
export class NameResolver {
  private readonly cache = new Map<string, Cached>();
  private readonly running = new Map<string, Lookup>();
  /** Whole answers under way, by name, while a family is late. */
  private readonly late = new Map<string, Promise<readonly string[]>>();
  private readonly source: DnsSource;
  private readonly search: SearchList;

  /** Without a `source`, resolves as the system is configured, short names included. */
  constructor(
    source?: DnsSource,
    private readonly hosts: HostsFile = new HostsFile(),
    private readonly clockMs: () => number = monotonicMs,
    search?: SearchList,
  ) {
    this.source = source ?? dnsSource();
    this.search = search ?? new SearchList(source ? null : undefined);
  }

  /** Lists the name servers that are asked, in order of preference. */
  nameServers(): readonly string[] {
    return (this.source.servers ?? systemNameServers)();
  }

  /**
   * Resolves a host until a monotonic time: IPv4 addresses first, then IPv6. An IP literal resolves to itself, an
   * IPv4-mapped one to its IPv4 address. Throws a ProbeError `dns_*`, or `runner_overloaded` when this machine
   * couldn't ask.
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
      // A lookup that started before this call, or ended before its time, proves nothing for this call.
      const isOwn = lookup.beganMs >= askedMs && nowMs < lookup.untilMs;
      if (isOwn || untilMs - nowMs <= JOIN_MS) throw found;
    }
  }

  /**
   * Returns what needs no query: an IP literal, a name in the hosts file or under localhost, a cached answer. Throws
   * ProbeError for a name under `invalid`.
   */
  knownAddressesOf(host: string): readonly string[] | null {
    if (isIP(host)) return [plainAddress(host)];
    const name = nameOf(host);
    const nowMs = this.clockMs();
    const fixed = this.hosts.addressesOf(name, nowMs);
    if (fixed.length > 0) return fixed;
    // Names under localhost are loopback without a query (RFC 6761 §6.3).
    if (name === "localhost" || name.endsWith(".localhost")) return ["127.0.0.1", "::1"];
    // Names under invalid never exist (RFC 6761 §6.4). A name server that answers them anyway must not be asked.
    if (name === "invalid" || name.endsWith(".invalid")) throw dnsError(name, ["ENOTFOUND"]);
    const known = this.cache.get(name);
    return known && known.untilMs > nowMs ? known.addresses : null;
  }

  /** Returns whether the addresses known for a host lack those of a family that hasn't been answered. */
  lacksFamilyOf(host: string): boolean {
    if (isIP(host)) return false;
    const name = nameOf(host);
    return this.late.has(name) || this.cache.get(name)?.isWhole === false;
  }

  /** Returns the addresses of both families of a host, of which one was answered late, until a monotonic time. Never throws. */
  async lateAddressesOf(host: string, untilMs: number): Promise<readonly string[]> {
    const name = nameOf(host);
    if (!this.late.has(name) && this.cache.get(name)?.isWhole === false) {
      this.cache.delete(name);
      await this.addressesOf(host, untilMs).catch(() => undefined);
    }
    const known = () => this.cache.get(name)?.addresses ?? [];
    const late = this.late.get(name);
    return late ? within(late, Math.max(0, untilMs - monotonicMs()), known) : known();
  }

  /** Joins a lookup that just started and doesn't last longer; otherwise starts one. */
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
    const end = () => {
      clearTimeout(timer);
      late.abort();
    };
    const answer = await this.askEach(names, late.signal);
    if (answer.late) this.keepLate(name, answer.late, end);
    else end();
    if (answer.records.length === 0) return dnsError(name, answer.codes);
    return this.keep(name, answer);
  }

  private keep(name: string, { records, codes }: DnsAnswer): readonly string[] {
    const addresses = records.map(({ address }) => plainAddress(address));
    const isWhole = codes.every((code) => NO_SUCH_NAME.includes(code));
    if (this.cache.size >= CACHE_MAX) this.cache.clear();
    this.cache.set(name, { addresses, untilMs: this.clockMs() + keptMs(records, isWhole), isWhole });
    return addresses;
  }

  /** Keeps the whole answer once the late family has been answered, or knows that it wasn't. */
  private keepLate(name: string, answer: Promise<DnsAnswer>, end: () => void): void {
    const late = answer.then((whole) => {
      end();
      if (this.late.get(name) === late) this.late.delete(name);
      return this.keep(name, whole);
    });
    this.late.set(name, late);
  }

  /**
   * Returns the answer for the first name with addresses. Without any, returns why one couldn't be looked up, or else
   * that none exists. Continues after a failure as glibc does, because a search domain's own servers may be broken.
   */
  private async askEach(names: readonly string[], signal: AbortSignal): Promise<DnsAnswer> {
    let failed: DnsAnswer | null = null;
    let answer: DnsAnswer = { records: [], codes: ["ENOTFOUND"] };
    for (const name of names) {
      answer = await this.ask(name, signal);
      if (answer.records.length > 0) return answer;
      if (!answer.codes.every((code) => NO_SUCH_NAME.includes(code))) failed ??= answer;
      if (signal.aborted) break;
    }
    return failed ?? answer;
  }

  private async ask(name: string, signal: AbortSignal): Promise<DnsAnswer> {
    const four = answerOf(this.source.resolve4(name, signal), signal);
    const six = answerOf(this.source.resolve6(name, signal), signal);
    const whole = Promise.all([four, six]).then(joined);
    await Promise.race([whole, withRecords(four), withRecords(six)]);
    return within(whole, OTHER_FAMILY_MS, () => null).then(
      async (answer) => answer ?? { ...joined(await Promise.all([byNow(four), byNow(six)])), late: whole },
    );
  }
}

function joined(answers: readonly DnsAnswer[]): DnsAnswer {
  return {
    records: answers.flatMap(({ records }) => records),
    codes: answers.flatMap(({ codes }) => codes),
  };
}

/** Resolves once an answer with records arrives. */
function withRecords(answer: Promise<DnsAnswer>): Promise<void> {
  return new Promise((resolve) => {
    void answer.then(({ records }) => {
      if (records.length > 0) resolve();
    });
  });
}

/** Returns an answer that has already arrived; otherwise that there's none yet. */
function byNow(answer: Promise<DnsAnswer>): Promise<DnsAnswer> {
  return Promise.race([answer, Promise.resolve({ records: [], codes: ["ETIMEOUT"] })]);
}

/** If only IPv6 was answered, the lookup is repeated soon, because this machine may have no IPv6. */
function keptMs(records: readonly AddressRecord[], isWhole: boolean): number {
  const isKept = isWhole || records.some(({ address }) => isIPv4(address));
  const ttlMs = isKept ? Math.min(...records.map((record) => record.ttl * 1000)) : 0;
  return Math.min(TTL_MAX_MS, Math.max(TTL_MIN_MS, ttlMs));
}

/** Returns the answer for one family; `ETIMEOUT` when `signal` fires first. Never rejects. */
function answerOf(query: Promise<readonly AddressRecord[]>, signal: AbortSignal): Promise<DnsAnswer> {
  return new Promise((resolve) => {
    const end = (answer: DnsAnswer) => {
      signal.removeEventListener("abort", onLate);
      resolve(answer);
    };
    // Runs after the query's own end, which knows the answers so far.
    const onLate = () => setImmediate(end, { records: [], codes: ["ETIMEOUT"] });
    if (signal.aborted) onLate();
    else signal.addEventListener("abort", onLate);
    query.then(
      // A name without an address of this family may be answered by its alias alone.
      (records) => end({ records, codes: records.length > 0 ? [] : ["ENODATA"] }),
      (error) => end({ records: [], codes: [String(error?.code ?? "UNKNOWN")] }),
    );
  });
}

/** Normalizes a name to lowercase ASCII (RFC 5891), without the final dot of an absolute name. */
export function nameOf(host: string): string {
  const name = host.toLowerCase();
  const ascii = /[^!-~]/.test(name) ? domainToASCII(name) || name : name;
  return ascii.endsWith(".") ? ascii.slice(0, -1) : ascii;
}

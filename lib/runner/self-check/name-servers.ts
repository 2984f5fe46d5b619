import { isIP } from "node:net";
import { judgeNameServers, type NameVerdict, UNCLEAR_HELD_MS } from "@/lib/domain/runners/name-server-check";
import { monotonicMs } from "@/lib/shared/clock";
import type { Doubt } from "./episodes";
import { NameWitnesses } from "./known-names";
import { type Ask, askEachServer, NameQuestions } from "./name-questions";

const NAMES_KEPT = 5;
const NAMES_ASKED = 3;
/** A failure that waits for its verdict asks as often as this. */
const ASK_AGAIN_MS = 1000;
/** As long as a check may take, and a little. */
const REMEMBERED_MS = 40_000;
/** Never exists (RFC 6761 §6.4): that a name server says so shows that it is alive. */
const NOBODY = "vedette.invalid";
/** Names that fail together so long after the last ones are another story. */
const UNCLEAR_OVER_MS = 60_000;

/** What `NameServers` works with; tests bring their own names and answers. */
export interface NameServersOptions {
  readonly ask?: Ask;
  /** Names that say whether the Internet's names resolve at all. */
  readonly witnesses?: readonly string[];
  /** Where it is kept which witnesses resolved. */
  readonly file?: string;
  /** The server that the runner works for: its name resolved before anything was to be checked. */
  readonly controlHost?: string;
}

/** `doubt`: why the name servers are to blame; without one it is the name's own failure, and `alive` says how that is known. */
export interface NameJudgement {
  readonly doubt: Doubt | null;
  readonly alive: string | null;
}

/** A moment in which the name servers were to blame, and the domains that said so. */
interface Blame {
  readonly atMs: number;
  readonly reason: string;
  readonly domains: ReadonlySet<string>;
}

interface Look {
  /** Why the name servers are to blame; null when they are not. */
  readonly reason: string | null;
  readonly why: string;
}

/**
 * Whether a name that can't be resolved is our own name servers' fault (F14), judged by witnesses and by names that resolved before and
 * are of another domain. While they are in doubt they are asked again every second: a few names at most.
 */
export class NameServers {
  /** The names that worked last, newest at the end. One that failed by itself is none of them. */
  private readonly well = new Set<string>();
  private readonly questions: NameQuestions;
  private readonly witnesses: NameWitnesses;
  private readonly controlHost: string | null;
  private blames: Blame[] = [];
  /** Since when nobody can tell, and when that was seen last; null while it is clear. */
  private unclear: { readonly sinceMs: number; seenMs: number } | null = null;

  constructor(options: NameServersOptions = {}) {
    const { ask = askEachServer(), witnesses = [], file = "", controlHost = "" } = options;
    this.questions = new NameQuestions(ask);
    this.witnesses = new NameWitnesses(witnesses, file, this.questions);
    this.controlHost = controlHost !== "" && isName(controlHost) ? controlHost : null;
  }

  start(): void {
    this.witnesses.start();
  }

  stop(): void {
    this.witnesses.stop();
  }

  /** A target was reached by its name. */
  worked(host: string): void {
    if (!isName(host)) return;
    this.well.delete(host);
    this.well.add(host);
    const [oldest] = this.well;
    if (this.well.size > NAMES_KEPT && oldest !== undefined) this.well.delete(oldest);
  }

  /** A check waits for the address of `host`: what the name servers say meanwhile decides when it fails. */
  watch(host: string): void {
    if (isName(host)) void this.look(host, this.neighboursOf(host));
  }

  /**
   * Whose failure it is that `host` was not found or not answered in a check that ran from `sinceMs` (monotonic) until now. Takes
   * two seconds at most.
   */
  async judge(host: string, sinceMs: number): Promise<NameJudgement> {
    const neighbours = this.neighboursOf(host);
    const { reason: now, why } = await this.look(host, neighbours);
    const reason = now ?? this.blamedSince(sinceMs - ASK_AGAIN_MS, host);
    if (reason === null) {
      this.well.delete(host);
      return { doubt: null, alive: why };
    }
    const again = async () => (await this.look(host, neighbours)).reason;
    return { doubt: { kind: "name servers", reason, again }, alive: null };
  }

  /** Names of the same domain fail together with it, and say nothing of the name servers. */
  private neighboursOf(host: string): readonly string[] {
    const names = [...this.well].filter((name) => domainOf(name) !== domainOf(host)).slice(-NAMES_ASKED);
    const control = this.controlHost;
    const isOther = control !== null && domainOf(control) !== domainOf(host) && !names.includes(control);
    return isOther ? [...names, control] : names;
  }

  private blamedSince(sinceMs: number, host: string): string | null {
    const blame = this.blames.find(({ atMs, domains }) => atMs >= sinceMs && !domains.has(domainOf(host)));
    return blame?.reason ?? null;
  }

  private async look(host: string, names: readonly string[]): Promise<Look> {
    const atMs = monotonicMs();
    const witnesses = await this.witnesses.look((name) => domainOf(name) !== domainOf(host));
    const isTold = witnesses.some(({ code }) => code === null);
    const [nobody, ...neighbours] = await Promise.all([
      this.questions.name(NOBODY),
      ...(isTold ? [] : names.map((name) => this.questions.nameAfresh(name))),
    ]);
    const verdict = judgeNameServers({ witnesses, neighbours, nobody });
    if (!this.isDoubted(verdict, atMs))
      return { reason: null, why: verdict.state === "unclear" ? "they answer" : verdict.why };
    const reason = `the runner doubts its own name servers: ${verdict.why}`;
    this.witnesses.doubted();
    this.blames = this.blames.filter((blame) => atMs - blame.atMs < REMEMBERED_MS).slice(-100);
    this.blames.push({ atMs, reason, domains: new Set([...witnesses, ...neighbours].map(domainOfAsked)) });
    return { reason, why: verdict.why };
  }

  /** What nobody can tell is doubted for a while only. */
  private isDoubted({ state }: NameVerdict, atMs: number): boolean {
    if (state === "dead") return true;
    if (this.unclear && atMs - this.unclear.seenMs >= UNCLEAR_OVER_MS) this.unclear = null;
    if (state === "alive") return false;
    this.unclear ??= { sinceMs: atMs, seenMs: atMs };
    this.unclear.seenMs = atMs;
    return atMs - this.unclear.sinceMs < UNCLEAR_HELD_MS;
  }
}

function isName(host: string): boolean {
  return !(isIP(host.replace(/^\[|\]$/g, "")) || host === "localhost" || host.endsWith(".localhost"));
}

/** The last two labels: too much where suffixes are long (`co.uk`), which costs a witness and never a true failure. */
function domainOf(host: string): string {
  return host.replace(/\.$/, "").split(".").slice(-2).join(".").toLowerCase();
}

function domainOfAsked({ name }: { readonly name: string }): string {
  return domainOf(name);
}

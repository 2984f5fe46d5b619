import { isIP } from "node:net";
import { judgeNameServers, type NameVerdict, UNCLEAR_HELD_MS } from "@/lib/domain/runners/name-server-check";
import { monotonicMs } from "@/lib/shared/clock";
import type { Suspicion } from "./episodes";
import { KnownNames } from "./known-names";
import { type Ask, askEachServer, NameQuestions } from "./name-questions";

const NAMES_KEPT = 5;
const NAMES_ASKED = 3;
/** How often a failure that waits for a decision asks. */
const ASK_AGAIN_MS = 1000;
/** Slightly longer than the longest check. */
const REMEMBERED_MS = 40_000;
/** Never exists (RFC 6761 §6.4). A name server that says so is alive. */
const NOBODY = "vedette.invalid";
/** Names that fail together this long after the last ones are a new problem. */
const UNCLEAR_OVER_MS = 60_000;

/** Configures `NameServers`; tests provide their own names and answers. */
export interface NameServersOptions {
  readonly ask?: Ask;
  /** Known names that show whether public names resolve at all. */
  readonly witnesses?: readonly string[];
  /** Stores which known names resolved. */
  readonly file?: string;
  /** The server that the runner works for. Its name has resolved before any check. */
  readonly controlHost?: string;
}

/**
 * `doubt` says why the name servers are to blame. Without one, the failure is the name's own, and `alive` says how
 * that is known.
 */
export interface NameJudgement {
  readonly doubt: Suspicion | null;
  readonly alive: string | null;
}

/** A moment when the name servers were to blame, and the domains that showed it. */
interface Blame {
  readonly atMs: number;
  readonly reason: string;
  readonly domains: ReadonlySet<string>;
}

interface Look {
  /** Why the name servers are to blame; null when they aren't. */
  readonly reason: string | null;
  readonly why: string;
}

/**
 * Decides whether a name fails because of the runner's own name servers, using known names and names in other domains
 * that resolved before. While suspected, the servers are asked again every second, with only a few names.
 */
export class NameServers {
  /** The last names that worked, newest last, except those that failed by themselves. */
  private readonly well = new Set<string>();
  private readonly questions: NameQuestions;
  private readonly witnesses: KnownNames;
  private readonly controlHost: string | null;
  private blames: Blame[] = [];
  /** Since when the state has been unclear, and when that was last seen; null while it's clear. */
  private unclear: { readonly sinceMs: number; seenMs: number } | null = null;

  constructor(options: NameServersOptions = {}) {
    const { ask = askEachServer(), witnesses = [], file = "", controlHost = "" } = options;
    this.questions = new NameQuestions(ask);
    this.witnesses = new KnownNames(witnesses, file, this.questions);
    this.controlHost = controlHost !== "" && isName(controlHost) ? controlHost : null;
  }

  start(): void {
    this.witnesses.start();
  }

  stop(): void {
    this.witnesses.stop();
  }

  /** Records that a target was reached by its name. */
  worked(host: string): void {
    if (!isName(host)) return;
    this.well.delete(host);
    this.well.add(host);
    const [oldest] = this.well;
    if (this.well.size > NAMES_KEPT && oldest !== undefined) this.well.delete(oldest);
  }

  /**
   * Records what the name servers say while a check waits for the address of `host`. It decides the outcome if the
   * check fails.
   */
  watch(host: string): void {
    if (isName(host)) void this.look(host, this.neighboursOf(host));
  }

  /**
   * Decides who is to blame that `host` wasn't found or answered in a check that ran from `sinceMs` (monotonic) until
   * now. Takes two seconds at most.
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

  /** Returns names in other domains. Names in the same domain fail together and say nothing about the name servers. */
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

  /** An unclear state raises suspicion only for a while. */
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

/**
 * Returns the last two labels. That is too broad for long suffixes (`co.uk`), which may exclude a known name but
 * never hides a true failure.
 */
function domainOf(host: string): string {
  return host.replace(/\.$/, "").split(".").slice(-2).join(".").toLowerCase();
}

function domainOfAsked({ name }: { readonly name: string }): string {
  return domainOf(name);
}

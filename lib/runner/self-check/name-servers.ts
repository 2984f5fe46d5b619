import { isIP } from "node:net";
import type { SelfCheckFailure } from "@/lib/contract/checks/self-check";
import { type AskedName, judgeNameServers, type NameServersState } from "@/lib/domain/runners/name-servers";
import { UNCLEAR_MS } from "@/lib/domain/runners/self-check";
import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { AnswerMemory } from "./answer-memory";
import type { Finding } from "./check-states";
import { type Ask, askEachServer, NameLookups } from "./name-lookups";
import { SURVEY_MS, Surveys } from "./surveys";

/**
 * Public names in two zones of different operators. If they stop resolving, the Internet is unreachable. Neither zone
 * is signed, so no resolver can deny a name in them without asking (RFC 8198).
 */
export const PUBLIC_NAMES: readonly string[] = ["a.root-servers.net", "a.gtld-servers.net"];

/** Never exists (RFC 6761 §6.4). A name server that says so works. */
const NONEXISTENT = "vedette.invalid";
const RESOLVED_KEPT = 5;
const OTHERS_ASKED = 3;
/** How often a failure that waits for its result asks. */
const ROUND_MS = 1000;
/** Slightly longer than the longest check. */
const REMEMBERED_MS = 40_000;
const REMEMBERED_MAX = 100;
/** Names that fail together this long after the last ones are a new problem. */
const UNCLEAR_OVER_MS = 60_000;
/** After this many surveys without an answer while no name failed, the known names are considered blocked here. */
const LOST_SURVEYS = 2;

/** Configures `NameServers`; tests provide their own names and answers. */
export interface NameServersOptions {
  readonly ask?: Ask;
  /** Known names that show whether public names resolve at all. One counts if it resolved within the last day. */
  readonly knownNames?: readonly string[];
  /** Stores which known names resolved. */
  readonly file?: string;
  /** The server that the runner works for. Its name has resolved before any check. */
  readonly controlHost?: string;
}

/** `finding` says why the name servers are to blame. If they aren't, `reason` says how that is known. */
export interface NameJudgment {
  readonly finding: Finding | null;
  readonly reason: string | null;
}

/** A round of lookups in which the name servers were to blame, and the domains that showed it. */
interface FailedRound {
  readonly atMs: number;
  readonly failure: SelfCheckFailure;
  readonly domains: ReadonlySet<string>;
}

/**
 * Decides whether a name fails because of the runner's own name servers, using known names and names in other domains
 * that resolved before. While they fail, the servers are asked again every second, with only a few names.
 */
export class NameServers {
  /** The last names that resolved, newest last, except those that failed by themselves. */
  private readonly resolved = new Set<string>();
  private readonly lookups: NameLookups;
  private readonly knownNames: readonly string[];
  private readonly memory: AnswerMemory;
  private readonly controlHost: string;
  private failedRounds: FailedRound[] = [];
  /** Since when the state has been unclear, and when that was last seen; null while it's clear. */
  private unclear: { readonly sinceMs: number; seenMs: number } | null = null;
  private lostSurveys = 0;
  private readonly surveys: Surveys;

  constructor(options: NameServersOptions = {}) {
    this.lookups = new NameLookups(options.ask ?? askEachServer());
    this.knownNames = options.knownNames ?? [];
    this.memory = new AnswerMemory(options.file ?? "");
    this.controlHost = options.controlHost ?? "";
    // One is enough. Without name servers, two surveys in a row would make this forget it.
    const hasAnswered = () => this.knownNames.some((name) => this.memory.counts(name));
    this.surveys = new Surveys(() => this.survey(), hasAnswered);
  }

  start(): void {
    if (this.knownNames.length > 0) this.surveys.start();
  }

  stop(): void {
    this.surveys.stop();
  }

  /** Records that a target was reached by its name. */
  worked(host: string): void {
    if (!isName(host)) return;
    this.resolved.delete(host);
    this.resolved.add(host);
    const [oldest] = this.resolved;
    if (this.resolved.size > RESOLVED_KEPT && oldest !== undefined) this.resolved.delete(oldest);
  }

  /**
   * Records what the name servers say while a check waits for the address of `host`. That decides the result if the
   * check fails.
   */
  watch(host: string): void {
    if (isName(host)) void this.round(host, this.othersThan(host));
  }

  /**
   * Decides who is to blame that `host` wasn't found or answered in a check that ran from `sinceMs` (monotonic) until
   * now. Takes two seconds at most.
   */
  async judge(host: string, sinceMs: number): Promise<NameJudgment> {
    const others = this.othersThan(host);
    const { failure: current, why } = await this.round(host, others);
    const failure = current ?? this.failedSince(sinceMs - ROUND_MS, host);
    if (failure === null) {
      this.resolved.delete(host);
      return { finding: null, reason: why };
    }
    const again = async () => (await this.round(host, others)).failure;
    return { finding: { kind: "name servers", failure, again }, reason: null };
  }

  /** Returns names in other domains. Names in the same domain fail together and say nothing about the name servers. */
  private othersThan(host: string): readonly string[] {
    const isOther = (name: string) => domainOf(name) !== domainOf(host);
    const names = [...this.resolved].filter(isOther).slice(-OTHERS_ASKED);
    return [...new Set([...names, ...[this.controlHost].filter((name) => isName(name) && isOther(name))])];
  }

  private failedSince(sinceMs: number, host: string): SelfCheckFailure | null {
    const failed = ({ atMs, domains }: FailedRound) => atMs >= sinceMs && !domains.has(domainOf(host));
    return this.failedRounds.find(failed)?.failure ?? null;
  }

  /** Asks for known names, `others` if no known name resolves, and one that never exists. `failure` is null if they work. */
  private async round(
    host: string,
    others: readonly string[],
  ): Promise<{ failure: SelfCheckFailure | null; why: string }> {
    const atMs = monotonicMs();
    const counted = this.knownNames.filter(
      (name) => this.memory.counts(name) && domainOf(name) !== domainOf(host),
    );
    const known = await this.askAll(counted);
    const isEnough = known.some(({ code }) => code === null);
    const [nonexistent, asked] = await Promise.all([
      this.lookups.cached(NONEXISTENT),
      this.askAll(isEnough ? [] : others),
    ]);
    const state = judgeNameServers({ known, others: asked, nonexistent });
    const isFailing = this.isFailing(state, atMs);
    if (state.is === "working") return { failure: null, why: state.why };
    if (!isFailing) return { failure: null, why: "they answer" };
    const { failure } = state;
    const domains = new Set([...known, ...asked].map(({ name }) => domainOf(name)));
    const remembered = this.failedRounds.filter((round) => atMs - round.atMs < REMEMBERED_MS);
    this.failedRounds = [...remembered.slice(-REMEMBERED_MAX), { atMs, failure, domains }];
    return { failure, why: "" };
  }

  private askAll(names: readonly string[]): Promise<AskedName[]> {
    return Promise.all(names.map((name) => this.lookups.fresh(name)));
  }

  /** Returns whether failures are inconclusive. In an unclear state they are only for a while. */
  private isFailing({ is }: NameServersState, atMs: number): boolean {
    if (is === "failing") return true;
    if (this.unclear && atMs - this.unclear.seenMs >= UNCLEAR_OVER_MS) this.unclear = null;
    if (is === "working") return false;
    this.unclear ??= { sinceMs: atMs, seenMs: atMs };
    this.unclear.seenMs = atMs;
    return atMs - this.unclear.sinceMs < UNCLEAR_MS;
  }

  /**
   * Asks for all known names. One that resolves counts from now on. One that is lost while another isn't no longer
   * counts until it resolves.
   */
  private async survey(): Promise<void> {
    const asked = await this.askAll(this.knownNames);
    const namesOf = (found: readonly AskedName[]) => found.map(({ name }) => name);
    const resolving = namesOf(asked.filter(({ code }) => code === null));
    const lost = namesOf(asked.filter(({ code }) => code !== null));
    this.memory.answered(resolving);
    const failedMs = this.failedRounds.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY;
    if (resolving.length > 0) this.lostSurveys = 0;
    else if (monotonicMs() - failedMs > SURVEY_MS) this.lostSurveys += 1;
    if (resolving.length === 0 && this.lostSurveys < LOST_SURVEYS) return;
    if (lost.some((name) => this.memory.counts(name)))
      log.warn("known names no longer resolve here; ignoring them until they do", { lost });
    this.memory.forget(lost);
  }
}

function isName(host: string): boolean {
  const isLocal = host === "localhost" || host.endsWith(".localhost");
  return host !== "" && !isLocal && isIP(host.replace(/^\[|\]$/g, "")) === 0;
}

/**
 * Returns the last two labels. That is too broad for long suffixes (`co.uk`), which may exclude a known name but
 * never hides a true failure.
 */
function domainOf(host: string): string {
  return host.replace(/\.$/, "").split(".").slice(-2).join(".").toLowerCase();
}

import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { monotonicMs } from "@/lib/shared/clock";
import type { Doubt } from "./episodes";

const ANSWER_MS = 950;
/** Between two questions for one name: name servers belong to others as well. */
const ASK_AGAIN_MS = 1000;
const NAMES_KEPT = 5;
const NAMES_ASKED = 3;
const NAMES_MIN = 2;
/** As long as a check may take, and a little. */
const REMEMBERED_MS = 40_000;
/** Never exists (RFC 6761 §6.4): that a name server says so shows that it is alive. */
const NOBODY = "vedette.invalid";
const ALIVE = ["ENOTFOUND", "ENODATA"];

/** Asks the system's name servers once, past every cache; the answer's code, null for an address. Never throws. */
export type Ask = (name: string) => Promise<string | null>;

/** A moment in which the name servers were to blame, and the names that said so. */
interface Blame {
  readonly atMs: number;
  readonly reason: string;
  readonly witnesses: readonly string[];
}

/**
 * Whether a name that can't be resolved is our own name servers' fault (F14), judged by names that resolved before and are of another
 * domain. While they are in doubt they are asked again every second: three names at most.
 */
export class NameServers {
  /** The names that worked last, newest at the end. One that failed by itself is none of them. */
  private readonly well = new Set<string>();
  private readonly answers = new Map<string, { atMs: number; code: Promise<string | null> }>();
  private blames: Blame[] = [];

  constructor(private readonly ask: Ask = askSystem) {}

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
    if (isName(host)) void this.look(this.witnessesFor(host));
  }

  /**
   * Why the name servers are to blame for `host`, which was not found or not answered in a check that ran from `sinceMs` (monotonic)
   * until now; null when it is the name's own failure.
   */
  async judge(host: string, sinceMs: number): Promise<Doubt | null> {
    const witnesses = this.witnessesFor(host);
    const reason = (await this.look(witnesses)) ?? this.blamedSince(sinceMs - ASK_AGAIN_MS, host);
    if (reason !== null) return { kind: "name servers", reason, again: () => this.look(witnesses) };
    this.well.delete(host);
    return null;
  }

  /** Names of the same domain fail together with it, and say nothing of the name servers. */
  private witnessesFor(host: string): readonly string[] {
    return [...this.well].filter((name) => domainOf(name) !== domainOf(host)).slice(-NAMES_ASKED);
  }

  private blamedSince(sinceMs: number, host: string): string | null {
    const blame = this.blames.find(
      ({ atMs, witnesses }) =>
        atMs >= sinceMs && witnesses.every((name) => domainOf(name) !== domainOf(host)),
    );
    return blame?.reason ?? null;
  }

  private async look(witnesses: readonly string[]): Promise<string | null> {
    const atMs = monotonicMs();
    const enough = witnesses.length >= NAMES_MIN;
    const reason = enough ? await this.askNames(witnesses) : await this.askNobody();
    if (reason !== null) {
      this.blames = this.blames.filter((blame) => atMs - blame.atMs < REMEMBERED_MS).slice(-100);
      this.blames.push({ atMs, reason, witnesses: enough ? witnesses : [] });
    }
    return reason;
  }

  private async askNames(names: readonly string[]): Promise<string | null> {
    const codes = await Promise.all(names.map((name) => this.askOnce(name)));
    if (codes.some((code) => code === null)) return null;
    return `the runner doubts its own name servers: none of ${names.length} names that it knew resolves now`;
  }

  private async askNobody(): Promise<string | null> {
    const code = await this.askOnce(NOBODY);
    if (code === null || ALIVE.includes(code)) return null;
    return `the runner doubts its own name servers: they answer nothing (${code})`;
  }

  /** Each name once a second, however many failures want to know. */
  private askOnce(name: string): Promise<string | null> {
    const atMs = monotonicMs();
    const known = this.answers.get(name);
    if (known && atMs - known.atMs < ASK_AGAIN_MS) return known.code;
    for (const [other, { atMs: askedMs }] of this.answers)
      if (atMs - askedMs >= ASK_AGAIN_MS) this.answers.delete(other);
    const code = this.ask(name);
    this.answers.set(name, { atMs, code });
    return code;
  }
}

function isName(host: string): boolean {
  return !(isIP(host.replace(/^\[|\]$/g, "")) || host === "localhost" || host.endsWith(".localhost"));
}

/** The last two labels: too much where suffixes are long (`co.uk`), which costs a witness and never a true failure. */
function domainOf(host: string): string {
  return host.replace(/\.$/, "").split(".").slice(-2).join(".").toLowerCase();
}

async function askSystem(name: string): Promise<string | null> {
  const resolver = new Resolver({ timeout: ANSWER_MS, tries: 1 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  if (four.status === "fulfilled" || six.status === "fulfilled") return null;
  return String((four.reason as NodeJS.ErrnoException).code ?? "UNKNOWN");
}

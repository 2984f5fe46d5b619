import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { monotonicMs } from "@/lib/shared/clock";

const ANSWER_MS = 950;
const NAMES_KEPT = 5;
const NAMES_ASKED = 3;
const NAMES_MIN = 2;
/** Never exists (RFC 6761 §6.4): that a name server says so shows that it is alive. */
const NOBODY = "vedette.invalid";
const ALIVE = ["ENOTFOUND", "ENODATA"];

/** Asks the system's name servers once, past every cache; the answer's code, null for an address. Never throws. */
export type Ask = (name: string) => Promise<string | null>;

/** Whether a name that can't be resolved is our own name servers' fault (F14), judged by names that resolved before. */
export class NameServers {
  private readonly well = new Map<string, number>();
  private last: { startedMs: number; known: number; doubt: Promise<string | null> } | null = null;

  constructor(private readonly ask: Ask = askSystem) {}

  /** A target was reached by its name. */
  worked(host: string): void {
    if (isIP(host) || host === "localhost" || host.endsWith(".localhost")) return;
    this.well.delete(host);
    this.well.set(host, monotonicMs());
    const [oldest] = this.well.keys();
    if (this.well.size > NAMES_KEPT && oldest !== undefined) this.well.delete(oldest);
  }

  /** Why the name servers are to blame for a name that was not found or not answered; null when it is the name's own failure. */
  judge(host: string): Promise<string | null> {
    const others = [...this.well.keys()].filter((name) => name !== host).slice(-NAMES_ASKED);
    const { last } = this;
    if (last && monotonicMs() - last.startedMs < 1000 && last.known === others.length) return last.doubt;
    const doubt = others.length >= NAMES_MIN ? this.askNames(others) : this.askNobody();
    this.last = { startedMs: monotonicMs(), known: others.length, doubt };
    return doubt;
  }

  private async askNames(names: readonly string[]): Promise<string | null> {
    const codes = await Promise.all(names.map(this.ask));
    if (codes.some((code) => code === null)) return null;
    return `the runner doubts its own name servers: none of ${names.length} names that it knew resolves now`;
  }

  private async askNobody(): Promise<string | null> {
    const code = await this.ask(NOBODY);
    if (code === null || ALIVE.includes(code)) return null;
    return `the runner doubts its own name servers: they answer nothing (${code})`;
  }
}

async function askSystem(name: string): Promise<string | null> {
  const resolver = new Resolver({ timeout: ANSWER_MS, tries: 1 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  if (four.status === "fulfilled" || six.status === "fulfilled") return null;
  return String((four.reason as NodeJS.ErrnoException).code ?? "UNKNOWN");
}

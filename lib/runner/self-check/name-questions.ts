import { randomBytes } from "node:crypto";
import type { AskedName } from "@/lib/domain/runners/name-server-check";
import { askNameServers } from "@/lib/probes/net/dns-question";
import { systemNameServers } from "@/lib/probes/net/system-name-servers";
import { monotonicMs } from "@/lib/shared/clock";

const ANSWER_MS = 950;
/** Between two questions for one name: name servers belong to others as well. */
const ASK_AGAIN_MS = 1000;
const LABEL_BYTES = 8;
const NO_SUCH_NAME = ["ENOTFOUND", "ENODATA"];
/** Nobody said anything. */
const SILENT = ["ETIMEOUT", "ECONNREFUSED"];
/** There is no name server to ask. */
const NONE = "ECONNREFUSED";

/** Asks name servers once, past every cache of ours; the answer's code, null for an address. Never throws. */
export type Ask = (name: string) => Promise<string | null>;

/**
 * Asks the system's name servers as they are set now, or those that are given (`address:port`), each for itself at the same time: one
 * that is silent must not make the others late. What counts is what a resolver would go by: the first one that knows.
 */
export function askEachServer(given?: readonly string[]): Ask {
  return async (name) => {
    const servers = given ?? systemNameServers();
    const codes = await Promise.all(servers.map((server) => askOne(server, name)));
    const known = codes.find((code) => code === null || NO_SUCH_NAME.includes(code));
    return known !== undefined
      ? known
      : (codes.find((code) => !SILENT.includes(code ?? "")) ?? codes[0] ?? NONE);
  };
}

async function askOne(server: string, name: string): Promise<string | null> {
  const late = AbortSignal.timeout(ANSWER_MS);
  const types = ["A", "AAAA"] as const;
  const codes = await Promise.all(
    types.map(async (type) => (await askNameServers([server], name, type, late)).code),
  );
  return codes.includes(null) ? null : (codes[0] ?? null);
}

/** Questions to the name servers: each name once a second, however many failures want to know. */
export class NameQuestions {
  private readonly answers = new Map<string, { atMs: number; code: Promise<string | null> }>();

  constructor(private readonly ask: Ask) {}

  /** Whether a name resolves. The name server may know it from before. */
  async name(name: string): Promise<AskedName> {
    return { name, code: await this.once(name, () => this.ask(name)) };
  }

  /**
   * Whether a name resolves, and its domain is reached now: a name below it that nobody asked for before has to be answered too, with an
   * address or that it does not exist. A forwarder that has lost its way out may answer the first one from its cache, never the second.
   */
  async nameAfresh(name: string): Promise<AskedName> {
    const code = await this.once(`afresh ${name}`, async () => {
      const unheard = `${randomBytes(LABEL_BYTES).toString("hex")}.${name}`;
      const [known, below] = await Promise.all([this.ask(name), this.ask(unheard)]);
      if (known !== null) return known;
      return below !== null && NO_SUCH_NAME.includes(below) ? null : below;
    });
    return { name, code };
  }

  private once(key: string, ask: () => Promise<string | null>): Promise<string | null> {
    const atMs = monotonicMs();
    const known = this.answers.get(key);
    if (known && atMs - known.atMs < ASK_AGAIN_MS) return known.code;
    for (const [other, { atMs: askedMs }] of this.answers)
      if (atMs - askedMs >= ASK_AGAIN_MS) this.answers.delete(other);
    const code = ask();
    this.answers.set(key, { atMs, code });
    return code;
  }
}

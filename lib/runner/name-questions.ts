import { randomBytes } from "node:crypto";
import { Resolver } from "node:dns/promises";
import type { AskedName } from "@/lib/domain/name-server-doubt";
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
export function askNameServers(given?: readonly string[]): Ask {
  return async (name) => {
    const servers = given ?? systemServers();
    const codes = await Promise.all(servers.map((server) => askOne(server, name)));
    const known = codes.find((code) => code === null || NO_SUCH_NAME.includes(code));
    return known !== undefined
      ? known
      : (codes.find((code) => !SILENT.includes(code ?? "")) ?? codes[0] ?? NONE);
  };
}

/** Null stands for all of them in one: Node takes link-local addresses from the system's list only, with their zones. */
function systemServers(): readonly (string | null)[] {
  const servers = new Resolver().getServers();
  return servers.length < 2 || servers.some((server) => /^\[?fe80:/i.test(server)) ? [null] : servers;
}

/** Ended by us: Node looks only once in the time of a query whether that is over, so that it may last twice as long. */
async function askOne(server: string | null, name: string): Promise<string | null> {
  const resolver = new Resolver({ timeout: 2 * ANSWER_MS, tries: 1 });
  if (server !== null) resolver.setServers([server]);
  const late = setTimeout(() => resolver.cancel(), ANSWER_MS);
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  clearTimeout(late);
  if (four.status === "fulfilled" || six.status === "fulfilled") return null;
  const code = String((four.reason as NodeJS.ErrnoException).code ?? "UNKNOWN");
  return code === "ECANCELLED" ? "ETIMEOUT" : code;
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

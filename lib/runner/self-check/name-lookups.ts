import { randomBytes } from "node:crypto";
import type { AskedName } from "@/lib/domain/runners/name-servers";
import { askNameServers } from "@/lib/probes/net/dns-question";
import { systemNameServers } from "@/lib/probes/net/system-name-servers";
import { monotonicMs } from "@/lib/shared/clock";

const ANSWER_MS = 950;
/** Minimum time between two queries for one name, because the name servers also belong to others. */
const AGAIN_MS = 1000;
const LABEL_BYTES = 8;
const NO_SUCH_NAME = ["ENOTFOUND", "ENODATA"];
/** Codes for no answer at all. */
const SILENT = ["ETIMEOUT", "ECONNREFUSED"];
/** There is no name server to ask. */
const NONE = "ECONNREFUSED";

/**
 * Asks name servers once, bypassing every cache of ours. Returns the answer's code, null for an address. Never
 * throws.
 */
export type Ask = (name: string) => Promise<string | null>;

/**
 * Asks the current system name servers, or the given ones (`address:port`), all at the same time, so that a silent
 * one doesn't delay the others. Like in a resolver, the first one that knows counts.
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

/** Queries name servers, each name at most once a second, however many failures need the answer. */
export class NameLookups {
  private readonly answers = new Map<string, { atMs: number; code: Promise<string | null> }>();

  constructor(private readonly ask: Ask) {}

  /** Returns whether a name resolves. The name server may answer from its cache. */
  async cached(name: string): Promise<AskedName> {
    return { name, code: await this.once(name, () => this.ask(name)) };
  }

  /**
   * Returns whether a name resolves and its domain is reachable now. A random name under it must be answered too,
   * with an address or as nonexistent. A forwarder without an uplink may answer the first from its cache, but never
   * the second.
   */
  async fresh(name: string): Promise<AskedName> {
    const code = await this.once(`fresh ${name}`, async () => {
      const random = `${randomBytes(LABEL_BYTES).toString("hex")}.${name}`;
      const [known, below] = await Promise.all([this.ask(name), this.ask(random)]);
      if (known !== null) return known;
      return below !== null && NO_SUCH_NAME.includes(below) ? null : below;
    });
    return { name, code };
  }

  private once(key: string, ask: () => Promise<string | null>): Promise<string | null> {
    const atMs = monotonicMs();
    const known = this.answers.get(key);
    if (known && atMs - known.atMs < AGAIN_MS) return known.code;
    for (const [other, { atMs: askedMs }] of this.answers)
      if (atMs - askedMs >= AGAIN_MS) this.answers.delete(other);
    const code = ask();
    this.answers.set(key, { atMs, code });
    return code;
  }
}

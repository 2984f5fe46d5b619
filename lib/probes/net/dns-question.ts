import { randomInt } from "node:crypto";
import { DnsExchange } from "./dns-exchange";
import { type DnsReply, encodeQuery } from "./dns-message";
import type { RecordType } from "./dns-record";

/** Wait before asking the next name server, or the same one again. It doubles with each round. */
const STEP_MS = 500;
/** How long a "no such name" from a later server waits for an earlier one, as resolvers do (`timeout:5` in resolv.conf(5)). */
const EARLIER_MS = 5000;
/** Failures after which a server is no longer asked. */
const FAILURES_MAX = 2;
/** Says that no answer could arrive. */
const UNREACHED = "ECONNREFUSED";
const NEGATIVE: readonly (string | null)[] = ["ENOTFOUND", "ENODATA"];

interface Asked {
  readonly server: string;
  readonly exchange: DnsExchange;
  failures: number;
  /** The last code it answered; null while it's silent. */
  said: DnsReply | null;
}

/**
 * Asks the name servers of a list, in order. It replaces c-ares, which allows a server five times its usual time,
 * forgets a query that it repeated, and in Node 20 has no option for names that take longer than five seconds. Here
 * each server is asked repeatedly until `signal`, and an answer counts whenever it arrives.
 * A record counts from any server. A "no such name" from a later server counts once the earlier ones have failed or
 * stayed silent for five seconds, because they may know names that it doesn't.
 */
class DnsQuestion {
  private readonly asked: Asked[];
  private sent = 0;
  private timer: NodeJS.Timeout | undefined;
  private earlier: NodeJS.Timeout | undefined;
  private isPatient = true;

  constructor(
    servers: readonly string[],
    query: Buffer,
    private readonly silent: Set<string>,
    private readonly onEnd: (reply: DnsReply) => void,
  ) {
    this.asked = servers.map((server) => {
      const asked: Asked = {
        server,
        exchange: new DnsExchange(
          server,
          query,
          (reply) => this.replied(asked, reply),
          (code) => this.failed(asked, { records: [], code, isTruncated: false }),
        ),
        failures: 0,
        said: null,
      };
      return asked;
    });
  }

  start(): void {
    this.earlier = setTimeout(() => {
      this.isPatient = false;
      this.settle();
    }, EARLIER_MS);
    this.next();
  }

  /** Ends the question with what is known. */
  end(): void {
    this.finish(this.known() ?? { records: [], code: "ETIMEOUT", isTruncated: false });
  }

  private next(): void {
    clearTimeout(this.timer);
    if (this.asked.every(isDone)) {
      this.end();
      return;
    }
    let asked: Asked | undefined;
    let round = 0;
    // Asks the servers in turn.
    do {
      asked = this.asked[this.sent % this.asked.length];
      round = Math.floor(this.sent / this.asked.length);
      this.sent += 1;
    } while (!asked || isDone(asked));
    asked.exchange.send();
    const isLate = round === 0 && this.silent.has(asked.server);
    this.timer = setTimeout(() => this.next(), isLate ? 0 : STEP_MS * 2 ** round);
  }

  private replied(asked: Asked, reply: DnsReply): void {
    this.silent.delete(asked.server);
    if (reply.code === null) this.finish(reply, asked);
    else if (NEGATIVE.includes(reply.code)) {
      asked.said = reply;
      this.settle();
    } else this.failed(asked, reply);
  }

  private failed(asked: Asked, reply: DnsReply): void {
    asked.failures += 1;
    asked.said = reply;
    if (!this.settle()) this.next();
  }

  /** Ends the question when no other server is worth waiting for. */
  private settle(): boolean {
    const negative = this.asked.findIndex(({ said }) => said !== null && NEGATIVE.includes(said.code));
    const waits = this.isPatient ? this.asked.slice(0, negative) : [];
    if (negative < 0 ? !this.asked.every(isDone) : !waits.every(isDone)) return false;
    this.end();
    return true;
  }

  /** Returns the best answer so far: that the name doesn't exist, otherwise what a server answered, otherwise why none could be reached. */
  private known(): DnsReply | null {
    const said = this.asked.flatMap((each) => (each.said ? [each.said] : []));
    const negative = said.find(({ code }) => NEGATIVE.includes(code));
    return negative ?? said.find(({ code }) => code !== UNREACHED) ?? said[0] ?? null;
  }

  private finish(reply: DnsReply, by?: Asked): void {
    clearTimeout(this.timer);
    clearTimeout(this.earlier);
    for (const each of this.asked) {
      each.exchange.end();
      if (by && each.said === null && this.asked.indexOf(each) < this.asked.indexOf(by))
        this.silent.add(each.server);
    }
    this.onEnd(reply);
  }
}

function isDone({ failures, said }: Asked): boolean {
  return failures >= FAILURES_MAX || (said !== null && NEGATIVE.includes(said.code));
}

/**
 * Asks name servers for the records of one type until `signal`. Never rejects. `silent` remembers which servers
 * haven't answered lately.
 */
export function askNameServers(
  servers: readonly string[],
  name: string,
  type: RecordType,
  signal: AbortSignal,
  silent: Set<string> = new Set(),
): Promise<DnsReply> {
  return new Promise((resolve) => {
    const query = encodeQuery(randomInt(0x10000), name, type);
    if (query === null) {
      resolve({ records: [], code: "EBADNAME", isTruncated: false });
      return;
    }
    const onAbort = () => question.end();
    const question = new DnsQuestion(servers, query, silent, (reply) => {
      signal.removeEventListener("abort", onAbort);
      resolve(reply);
    });
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) question.end();
    else question.start();
  });
}

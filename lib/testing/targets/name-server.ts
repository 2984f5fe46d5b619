import { createSocket } from "node:dgram";
import { type AddressInfo, createServer, type Server } from "node:net";
import { HostsFile } from "@/lib/probes/net/hosts-file";
import { dnsSource, NameResolver } from "@/lib/probes/net/resolver";
import type { SearchList } from "@/lib/probes/net/search-list";

/** RFC 1035 §4.1.1: the flags of an answer with its code, or with TC. */
const FLAGS = {
  formerr: 0x8181,
  servfail: 0x8182,
  nxdomain: 0x8183,
  refused: 0x8185,
  truncated: 0x8380,
} as const;
const ANSWERED = 0x8180;

/** Addresses of the asked type; a refusal; null: never. */
export type ScriptedAnswer = readonly string[] | keyof typeof FLAGS | null;

/** What a name server says; a promise delays it. */
export type DnsStory = (
  name: string,
  type: "A" | "AAAA",
  transport: "udp" | "tcp",
) => ScriptedAnswer | Promise<ScriptedAnswer>;

export interface NameServer {
  /** Like `127.0.0.1:5353`. */
  readonly address: string;
  /** What it was asked, like `a.test A`. */
  readonly asked: string[];
  /** A resolver that asks only this server. `clockMs` ages its cache. */
  resolver(clockMs: () => number, search?: SearchList): NameResolver;
  stop(): void;
}

const TYPES: Record<number, "A" | "AAAA"> = { 1: "A", 28: "AAAA" };

/**
 * Starts a name server on loopback (RFC 1035), over UDP and TCP, that answers every query as the story says, with TTL 0, or never where it
 * says null; port 0 is any free one.
 */
export async function startNameServer(story: DnsStory, port = 0): Promise<NameServer> {
  const udp = createSocket("udp4");
  const asked: string[] = [];
  const answer = async (query: Buffer, transport: "udp" | "tcp"): Promise<Buffer | null> => {
    const { name, end } = nameAt(query);
    const type = TYPES[query.readUInt16BE(end)];
    if (type) asked.push(`${name} ${type}`);
    const said = type ? await story(name, type, transport) : [];
    return said && reply(query.subarray(0, end + 4), said);
  };
  let isStopped = false;
  udp.on("message", async (query, from) => {
    const bytes = await answer(query, "udp");
    if (bytes && !isStopped) udp.send(bytes, from.port, from.address);
  });
  // The port of the one may be taken for the other: then another one.
  const tcp = await listenTcp(port, (query) => answer(query, "tcp"));
  const bound = (tcp.address() as AddressInfo).port;
  const isFree = await new Promise<boolean>((resolve) => {
    udp.once("error", () => resolve(false));
    udp.bind(bound, "127.0.0.1", () => resolve(true));
  });
  if (!isFree && port === 0) {
    tcp.close();
    return startNameServer(story);
  }
  const address = `127.0.0.1:${bound}`;
  return {
    address,
    asked,
    resolver: (clockMs, search) =>
      new NameResolver(
        dnsSource(() => [address]),
        new HostsFile("/nonexistent"),
        clockMs,
        search,
      ),
    stop: () => {
      isStopped = true;
      udp.close();
      tcp.close();
    },
  };
}

/** One query a connection, as resolvers send it. */
async function listenTcp(port: number, answer: (query: Buffer) => Promise<Buffer | null>): Promise<Server> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", async (query) => {
      const bytes = await answer(query.subarray(2));
      if (bytes) socket.end(Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]));
      else socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server;
}

/** The name of the question and where it ends. */
function nameAt(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

/** Header, the question again, and a record an address that points back to the question's name. A refusal is a code in the header. */
function reply(question: Buffer, answer: readonly string[] | keyof typeof FLAGS): Buffer {
  const addresses = typeof answer === "string" ? [] : answer;
  const head = Buffer.from(question);
  head.writeUInt16BE(typeof answer === "string" ? FLAGS[answer] : ANSWERED, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...addresses.map(record)]);
}

function record(address: string): Buffer {
  const bytes = address.includes(":") ? sixBytes(address) : address.split(".").map(Number);
  const type = bytes.length === 16 ? 28 : 1;
  return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]);
}

/** Of an address like `fd00::1`: at most one `::`. */
function sixBytes(address: string): number[] {
  const [front = "", back = ""] = address.split("::");
  const words = (part: string) =>
    part === "" ? [] : part.split(":").map((word) => Number.parseInt(word, 16));
  const [first, last] = [words(front), words(back)];
  const zeros = Array<number>(8 - first.length - last.length).fill(0);
  return [...first, ...zeros, ...last].flatMap((word) => [word >> 8, word & 0xff]);
}

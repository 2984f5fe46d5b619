import { createSocket } from "node:dgram";
import { type AddressInfo, createServer, type Server } from "node:net";
import { RECORD_TYPES, type RecordType } from "@/lib/probes/net/dns-record";
import { HostsFile } from "@/lib/probes/net/hosts-file";
import { dnsSource, NameResolver } from "@/lib/probes/net/resolver";
import type { SearchList } from "@/lib/probes/net/search-list";
import { dnsRecord } from "./dns-bytes";

/** Flags of a response with its code or TC (RFC 1035, section 4.1.1). */
const FLAGS = {
  formerr: 0x8181,
  servfail: 0x8182,
  nxdomain: 0x8183,
  refused: 0x8185,
  truncated: 0x8380,
} as const;
const ANSWERED = 0x8180;

/** Addresses of the requested type, whole records, or a refusal; null never answers. */
export type ScriptedAnswer = readonly (string | Buffer)[] | keyof typeof FLAGS | null;

/** How a name server responds; a promise delays the response. */
export type DnsStory = (
  name: string,
  type: RecordType,
  transport: "udp" | "tcp",
) => ScriptedAnswer | Promise<ScriptedAnswer>;

export interface NameServer {
  /** Such as `127.0.0.1:5353`. */
  readonly address: string;
  /** Queries received, such as `a.test A`. */
  readonly asked: string[];
  /** Returns a resolver that queries only this server. `clockMs` ages its cache. */
  resolver(clockMs: () => number, search?: SearchList): NameResolver;
  stop(): void;
}

const TYPES = Object.fromEntries(
  Object.entries(RECORD_TYPES).map(([name, type]) => [type, name as RecordType]),
);

/**
 * Starts a name server on loopback (RFC 1035), over UDP and TCP, that responds to every query as scripted with TTL 0, or never for null.
 * Port 0 picks a free one.
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
  // The port of one protocol may be taken for the other. Then try another port.
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

/** Handles one query per connection, as resolvers send it. */
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

/** Returns the name in the question and the offset after it. */
function nameAt(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

/**
 * Builds a header, the question, and the records; one of an address points to the question's name. A refusal is a code
 * in the header.
 */
function reply(question: Buffer, answer: NonNullable<ScriptedAnswer>): Buffer {
  const records = typeof answer === "string" ? [] : answer;
  const head = Buffer.from(question);
  head.writeUInt16BE(typeof answer === "string" ? FLAGS[answer] : ANSWERED, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([
    head,
    ...records.map((each) => (typeof each === "string" ? addressRecord(each) : each)),
  ]);
}

function addressRecord(address: string): Buffer {
  if (address.includes(":")) return dnsRecord("AAAA", Buffer.from(sixBytes(address)));
  return dnsRecord("A", Buffer.from(address.split(".").map(Number)));
}

/** Returns the bytes of an address such as `fd00::1`, with at most one `::`. */
function sixBytes(address: string): number[] {
  const [front = "", back = ""] = address.split("::");
  const words = (part: string) =>
    part === "" ? [] : part.split(":").map((word) => Number.parseInt(word, 16));
  const [first, last] = [words(front), words(back)];
  const zeros = Array<number>(8 - first.length - last.length).fill(0);
  return [...first, ...zeros, ...last].flatMap((word) => [word >> 8, word & 0xff]);
}

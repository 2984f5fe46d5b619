import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { HostsFile } from "@/lib/probes/outgoing/hosts-file";
import { NameResolver } from "@/lib/probes/outgoing/resolver";
import type { SearchList } from "@/lib/probes/outgoing/search-list";

/** RFC 1035 §4.1.1. */
const RCODES = { servfail: 2, nxdomain: 3, refused: 5 } as const;

/** Addresses of the asked type; a refusal; null: never. */
type ScriptedAnswer = readonly string[] | keyof typeof RCODES | null;

export interface NameServer {
  /** Like `127.0.0.1:5353`. */
  readonly address: string;
  /** What it was asked, like `a.test A`. */
  readonly asked: string[];
  /** A resolver that asks only this server, by c-ares. `clockMs` ages its cache. */
  resolver(clockMs: () => number, search?: SearchList): NameResolver;
  stop(): void;
}

const TYPES: Record<number, "A" | "AAAA"> = { 1: "A", 28: "AAAA" };

/** A name server on loopback (RFC 1035) that answers every query as the story says, with TTL 0, or never where it says null; port 0 is any free one. */
export async function startNameServer(
  answer: (name: string, type: "A" | "AAAA") => ScriptedAnswer,
  port = 0,
): Promise<NameServer> {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  socket.on("message", (query, from) => {
    const { name, end } = nameAt(query);
    const type = TYPES[query.readUInt16BE(end)];
    const addresses = type ? answer(name, type) : [];
    if (type) asked.push(`${name} ${type}`);
    if (addresses === null) return;
    socket.send(reply(query.subarray(0, end + 4), addresses), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(port, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    resolver: (clockMs, search) => {
      const own = new Resolver({ timeout: 1000, tries: 1 });
      own.setServers([`127.0.0.1:${socket.address().port}`]);
      const source = {
        resolve4: (name: string) => own.resolve4(name, { ttl: true }),
        resolve6: (name: string) => own.resolve6(name, { ttl: true }),
      };
      return new NameResolver(source, new HostsFile("/nonexistent"), clockMs, search);
    },
    stop: () => socket.close(),
  };
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
function reply(question: Buffer, answer: readonly string[] | keyof typeof RCODES): Buffer {
  const isRefusal = typeof answer === "string";
  const addresses = isRefusal ? [] : answer;
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180 + (isRefusal ? RCODES[answer] : 0), 2);
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

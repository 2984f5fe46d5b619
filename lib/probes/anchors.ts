import { connect } from "node:net";
import ipaddr from "ipaddr.js";
import type { Family, Reach } from "@/lib/domain/runners/own-network";

/** A place whose answer, whatever it is, shows that the network between here and there works. */
export interface Anchor {
  readonly address: string;
  readonly port: number;
  readonly reach: Reach;
  readonly family: Family;
}

/** Below the first repetition of a lost SYN (RFC 6298 §2: 1 s), so that an answer speaks of this moment. */
const ANSWER_MS = 950;

/** Three independent operators of public name servers, over each family. They see a TCP connection and nothing else. */
export const PUBLIC_ANCHORS: readonly Anchor[] = [
  "1.1.1.1:443",
  "8.8.8.8:443",
  "9.9.9.9:443",
  "[2606:4700:4700::1111]:443",
  "[2001:4860:4860::8888]:443",
  "[2620:fe::fe]:443",
].map(parseAnchor);

/** `address:port` or `[address]:port`. Throws on anything else; names are refused, because resolving them can fail too. */
export function parseAnchor(text: string): Anchor {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? [];
  const address = bracketed ?? plain ?? "";
  if (!ipaddr.isValid(address) || Number(port) < 1 || Number(port) > 65_535)
    throw new Error(`An anchor is address:port, like 192.0.2.1:443 or [2001:db8::1]:443; given was ${text}.`);
  return { address, port: Number(port), ...placeOf(address) };
}

/** Where an address lies. */
export function placeOf(address: string): { reach: Reach; family: Family } {
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  const reach = range === "unicast" ? "public" : range === "loopback" ? "loopback" : "private";
  return { reach, family: parsed.kind() === "ipv4" ? 4 : 6 };
}

/** Whether it answers now: a refusal is an answer, silence and "no route" are none. Never throws. */
export function answers({ address, port }: Anchor): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    const end = (answered: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answered);
    };
    const timer = setTimeout(() => end(false), ANSWER_MS);
    socket.once("connect", () => end(true));
    socket.once("error", (error: NodeJS.ErrnoException) => end(error.code === "ECONNREFUSED"));
  });
}

import { connect } from "node:net";
import ipaddr from "ipaddr.js";
import type { Family, Reach } from "@/lib/domain/runners/connectivity";

/** An address that proves connectivity: any answer from it shows that the network in between works. */
export interface ConnectivityCheck {
  readonly address: string;
  readonly port: number;
  readonly reach: Reach;
  readonly family: Family;
}

/** Shorter than the first retransmission of a lost SYN (1 s, RFC 6298 §2), so an answer reflects the current moment. */
const ANSWER_MS = 950;

/** Public DNS servers of three independent operators, in both address families. They see a TCP connection and nothing else. */
export const PUBLIC_CONNECTIVITY_CHECKS: readonly ConnectivityCheck[] = [
  "1.1.1.1:443",
  "8.8.8.8:443",
  "9.9.9.9:443",
  "[2606:4700:4700::1111]:443",
  "[2001:4860:4860::8888]:443",
  "[2620:fe::fe]:443",
].map(parseConnectivityCheck);

/** Parses `address:port` or `[address]:port`. Throws on anything else, including names, because resolving a name can fail too. */
export function parseConnectivityCheck(text: string): ConnectivityCheck {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? [];
  const address = bracketed ?? plain ?? "";
  if (!ipaddr.isValid(address) || Number(port) < 1 || Number(port) > 65_535)
    throw new Error(
      `A connectivity check must be address:port, like 192.0.2.1:443 or [2001:db8::1]:443; got ${text}.`,
    );
  return { address, port: Number(port), ...reachOf(address) };
}

/** Returns the reach and the family of an address. */
export function reachOf(address: string): { reach: Reach; family: Family } {
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  const reach = range === "unicast" ? "public" : range === "loopback" ? "loopback" : "private";
  return { reach, family: parsed.kind() === "ipv4" ? 4 : 6 };
}

/** Returns whether the address answers right now. A refusal counts as an answer; silence and "no route" don't. Never throws. */
export function answers({ address, port }: ConnectivityCheck): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    const end = (answered: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answered);
    };
    // On a busy machine, the timer may run before an answer that arrived in time is read.
    const timer = setTimeout(() => setImmediate(() => end(false)), ANSWER_MS);
    socket.once("connect", () => end(true));
    socket.once("error", (error: NodeJS.ErrnoException) => end(error.code === "ECONNREFUSED"));
  });
}

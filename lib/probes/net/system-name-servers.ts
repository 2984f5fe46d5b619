import { Resolver } from "node:dns/promises";
import { readFileSync } from "node:fs";
import { monotonicMs } from "@/lib/shared/clock";

const REFRESH_MS = 5000;

let known: readonly string[] = [];
let readAtMs = Number.NEGATIVE_INFINITY;

/**
 * Lists the system's current name servers in order of preference, like `192.0.2.1`, `192.0.2.1:5353`, or `[::1]:5353`.
 */
export function systemNameServers(): readonly string[] {
  if (monotonicMs() - readAtMs > REFRESH_MS) {
    const servers = new Resolver().getServers();
    known = servers.some((server) => /^\[?fe80:/i.test(server)) ? withZones() : servers;
    readAtMs = monotonicMs();
  }
  return known;
}

/** Reads the zones of link-local addresses, which Node omits and without which they can't be reached. */
function withZones(): readonly string[] {
  return [...readFileSync("/etc/resolv.conf", "utf8").matchAll(/^nameserver[ \t]+([^\s;#]+)/gm)].map(
    ([, address = ""]) => address,
  );
}

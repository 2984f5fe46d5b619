import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Brings loopback up and opens ping sockets to everyone, then runs the command in place of the shell. */
const SET_UP = 'ip link set lo up && echo "0 2147483647" >/proc/sys/net/ipv4/ping_group_range && exec "$@"';

/** Wraps `command` so that it runs in its own network namespace. */
export function inPingNamespace(command: readonly string[]): [string, string[]] {
  return ["unshare", ["--net", "sh", "-c", SET_UP, "sh", ...command]];
}

/** Why there can't be such a namespace here; null where there can. */
export function noPingNamespace(): string | null {
  const [program, args] = inPingNamespace(["true"]);
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status === 0) return null;
  return `no network namespace of our own here (needs root, unshare and ip): ${error?.message ?? stderr.trim()}`;
}

/** Whatever follows finds loopback up and its own name server at 127.0.0.1. The first argument: a resolv.conf. */
const OWN_NETWORK = 'ip link set lo up && mount --bind "$1" /etc/resolv.conf && shift && exec "$@"';

/** `command` as it runs in a network of its own, with loopback and the name server 127.0.0.1; with ping sockets open or closed. */
export function inOwnNetwork(command: readonly string[], openPings: boolean): [string, string[]] {
  const resolvConf = fileURLToPath(new URL("resolv.conf", import.meta.url));
  const [, pings] = inPingNamespace(command);
  const inside = openPings ? pings.slice(1) : command;
  return ["unshare", ["--net", "--mount", "sh", "-c", OWN_NETWORK, "sh", resolvConf, ...inside]];
}

/** Why there can't be such a network here; null where there can. */
export function noOwnNetwork(): string | null {
  const [program, args] = inOwnNetwork(["prlimit", "--version"], true);
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status === 0) return null;
  return `no network of our own here (needs root, unshare, ip, mount and prlimit): ${error?.message ?? stderr.trim()}`;
}

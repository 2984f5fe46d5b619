import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Brings loopback up, opens ping sockets to everyone and replaces the shell with the command. */
const SET_UP = 'ip link set lo up && echo "0 2147483647" >/proc/sys/net/ipv4/ping_group_range && exec "$@"';

/** Wraps `command` so that it runs in its own network namespace. */
export function inPingNamespace(command: readonly string[]): [string, string[]] {
  return ["unshare", ["--net", "sh", "-c", SET_UP, "sh", ...command]];
}

/** Returns why such a namespace is impossible here; null if it is possible. */
export function noPingNamespace(): string | null {
  const [program, args] = inPingNamespace(["true"]);
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status === 0) return null;
  return `cannot create a network namespace here (needs root, unshare and ip): ${error?.message ?? stderr.trim()}`;
}

/** Brings loopback up with a name server at 127.0.0.1 for the command. The first argument is a resolv.conf. */
const OWN_NETWORK = 'ip link set lo up && mount --bind "$1" /etc/resolv.conf && shift && exec "$@"';

/** Wraps `command` to run in its own network with loopback and the name server 127.0.0.1, with ping sockets open or closed. */
export function inOwnNetwork(command: readonly string[], openPings: boolean): [string, string[]] {
  const resolvConf = fileURLToPath(new URL("resolv.conf", import.meta.url));
  const [, pings] = inPingNamespace(command);
  const inside = openPings ? pings.slice(1) : command;
  return ["unshare", ["--net", "--mount", "sh", "-c", OWN_NETWORK, "sh", resolvConf, ...inside]];
}

/** Returns why such a network is impossible here; null if it is possible. */
export function noOwnNetwork(): string | null {
  const [program, args] = inOwnNetwork(["prlimit", "--version"], true);
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status === 0) return null;
  return `cannot create a separate network here (needs root, unshare, ip, mount and prlimit): ${error?.message ?? stderr.trim()}`;
}

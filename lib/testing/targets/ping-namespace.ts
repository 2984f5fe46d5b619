import { spawnSync } from "node:child_process";

/** Brings loopback up and opens ping sockets to everybody; whatever follows runs instead of the shell. */
const OPEN_PINGS =
  'ip link set lo up && echo "0 2147483647" >/proc/sys/net/ipv4/ping_group_range && exec "$@"';

/** `command` as it runs in a network namespace of its own with ping sockets open. */
export function inPingNamespace(command: readonly string[]): [string, string[]] {
  return ["unshare", ["--net", "sh", "-c", OPEN_PINGS, "sh", ...command]];
}

/** Why there can't be such a namespace here; null where there can. */
export function noPingNamespace(): string | null {
  const [program, args] = inPingNamespace(["true"]);
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status === 0) return null;
  return `no network namespace of our own here (needs root, unshare and ip): ${error?.message ?? stderr.trim()}`;
}

import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { childEnv } from "@/lib/shared/env";
import { type Finding, good, note } from "./finding";

const GROUP_RANGE = "/proc/sys/net/ipv4/ping_group_range";

/** Which way ICMP checks go here: an unprivileged ping socket, else fping, else ping. */
export function pingFinding(): Finding {
  if (mayOpenPingSocket()) return good("ping", "by an unprivileged ping socket");
  const program = ["fping", "ping"].find(isInstalled);
  if (program)
    return good("ping", `by ${program}; faster: sysctl -w net.ipv4.ping_group_range="0 2147483647"`);
  return note(
    "ping",
    'not possible: install fping, or allow ping sockets: sysctl -w net.ipv4.ping_group_range="0 2147483647"',
  );
}

function mayOpenPingSocket(): boolean {
  if (!existsSync(GROUP_RANGE)) return false;
  const [low = 1, high = 0] = readFileSync(GROUP_RANGE, "utf8").trim().split(/\s+/).map(Number);
  const groups = [process.getegid?.() ?? -1, ...(process.getgroups?.() ?? [])];
  return groups.some((group) => group >= low && group <= high);
}

function isInstalled(program: string): boolean {
  return (childEnv({}).PATH ?? "").split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

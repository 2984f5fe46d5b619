import { execFileSync } from "node:child_process";

/** Links from the remote runner to the server and to the targets, so that each can be cut alone. */
export type Link = "control" | "targets";

const LINKS: readonly { link: Link; host: string; inside: string }[] = [
  { link: "control", host: "10.203.0.1", inside: "10.203.0.2" },
  { link: "targets", host: "10.203.1.1", inside: "10.203.1.2" },
];
export const CONTROL_ADDRESS = "10.203.0.1";
export const REMOTE_ADDRESS = "10.203.1.2";

/**
 * Returns the address of monitor `index`'s target (0 … 99) on the host's loopback. Each has its own, so that no two
 * monitors share a problem.
 */
export function targetAddress(index: number): string {
  return `10.204.0.${index + 1}`;
}

function ip(...args: string[]): void {
  execFileSync("ip", args, { stdio: ["ignore", "ignore", "pipe"] });
}

/** A network namespace with its two links, and addresses for the targets. Needs root and iproute2 (Linux). */
export class Network {
  readonly namespace = `vedette-${process.pid}`;

  constructor(private readonly targets: number) {}

  up(): void {
    ip("netns", "add", this.namespace);
    ip("-n", this.namespace, "link", "set", "lo", "up");
    for (const { link, host, inside } of LINKS) {
      ip("link", "add", this.device(link), "type", "veth", "peer", "name", link, "netns", this.namespace);
      ip("addr", "add", `${host}/30`, "dev", this.device(link));
      ip("-n", this.namespace, "addr", "add", `${inside}/30`, "dev", link);
      ip("link", "set", this.device(link), "up");
      ip("-n", this.namespace, "link", "set", link, "up");
    }
    ip("-n", this.namespace, "route", "add", "10.204.0.0/24", "via", "10.203.1.1");
    for (let index = 0; index < this.targets; index += 1)
      ip("addr", "add", `${targetAddress(index)}/32`, "dev", "lo");
  }

  cut(link: Link): void {
    ip("link", "set", this.device(link), "down");
  }

  mend(link: Link): void {
    ip("link", "set", this.device(link), "up");
  }

  /** Removes what `up` created, as far as it got. */
  down(): void {
    const steps = LINKS.map(({ link }) => ["link", "del", this.device(link)]);
    steps.push(["netns", "del", this.namespace]);
    for (let index = 0; index < this.targets; index += 1)
      steps.push(["addr", "del", `${targetAddress(index)}/32`, "dev", "lo"]);
    for (const step of steps) {
      try {
        ip(...step);
      } catch {
        // Never created, or removed with the namespace.
      }
    }
  }

  private device(link: Link): string {
    return `${link === "control" ? "vdc" : "vdt"}${process.pid}`;
  }
}

import { execFileSync } from "node:child_process";

/** Links from a runner to the servers and to the targets, so that each can be cut alone. */
export type Link = "control" | "targets";
const LINKS: readonly Link[] = ["control", "targets"];

/** Two storms on one machine get different addresses. */
const PREFIX = `10.${64 + (process.pid % 128)}`;
const TARGETS = `${PREFIX}.255`;

/** Returns the address of a target (0 … 250) on the host. Each has its own, so that no two monitors share a problem. */
export function targetAddress(index: number): string {
  return `${TARGETS}.${index + 1}`;
}

const third = (link: Link, runner: number) => 2 * runner + LINKS.indexOf(link);

/** Returns the address of the host on a runner's link. */
export function hostAddress(link: Link, runner: number): string {
  return `${PREFIX}.${third(link, runner)}.1`;
}

/** Returns the runner behind an address that a target sees; null for an address of the host. */
export function runnerAt(address: string | undefined): number | null {
  const match = /10\.\d+\.(\d+)\.2$/.exec(address ?? "");
  return match ? Math.floor(Number(match[1]) / 2) : null;
}

function ip(...args: string[]): void {
  execFileSync("ip", args, { stdio: ["ignore", "ignore", "pipe"] });
}

/** A network namespace per runner with its two links, and addresses for the targets. Needs root and iproute2 (Linux). */
export class Network {
  constructor(
    private readonly runners: number,
    private readonly targets: number,
  ) {}

  /** Returns the command that runs a program in a runner's namespace, with the host's mounts (`ip netns exec` copies them). */
  enter(runner: number): string[] {
    return ["nsenter", `--net=/var/run/netns/${this.namespace(runner)}`];
  }

  up(): void {
    for (let target = 0; target < this.targets; target += 1)
      ip("addr", "add", `${targetAddress(target)}/32`, "dev", "lo");
    for (let runner = 0; runner < this.runners; runner += 1) {
      const name = this.namespace(runner);
      ip("netns", "add", name);
      ip("-n", name, "link", "set", "lo", "up");
      for (const link of LINKS) {
        const device = this.device(link, runner);
        ip("link", "add", device, "type", "veth", "peer", "name", link, "netns", name);
        ip("addr", "add", `${hostAddress(link, runner)}/30`, "dev", device);
        ip("-n", name, "addr", "add", `${PREFIX}.${third(link, runner)}.2/30`, "dev", link);
        ip("link", "set", device, "up");
        ip("-n", name, "link", "set", link, "up");
      }
      ip("-n", name, "route", "add", `${TARGETS}.0/24`, "via", hostAddress("targets", runner));
    }
  }

  cut(link: Link, runner: number): void {
    ip("link", "set", this.device(link, runner), "down");
  }

  mend(link: Link, runner: number): void {
    ip("link", "set", this.device(link, runner), "up");
  }

  /** Removes what `up` created, as far as it got. */
  down(): void {
    const steps: string[][] = [];
    for (let runner = 0; runner < this.runners; runner += 1) {
      for (const link of LINKS) steps.push(["link", "del", this.device(link, runner)]);
      steps.push(["netns", "del", this.namespace(runner)]);
    }
    for (let target = 0; target < this.targets; target += 1)
      steps.push(["addr", "del", `${targetAddress(target)}/32`, "dev", "lo"]);
    for (const step of steps) {
      try {
        ip(...step);
      } catch {
        // Never created, or removed with the namespace.
      }
    }
  }

  private namespace(runner: number): string {
    return `vedette-${process.pid}-${runner}`;
  }

  private device(link: Link, runner: number): string {
    return `vd${link.charAt(0)}${process.pid}.${runner}`;
  }
}

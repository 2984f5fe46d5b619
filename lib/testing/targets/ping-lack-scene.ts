import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import { openPingFd } from "@/lib/probes/icmp/ping-fd";

// Run by lib/probes/icmp/ping-way.test.ts with few descriptors, where anyone may open a ping socket. Prints whether
// a ping socket can be opened while no descriptor is left, and after they are back.

export interface PingFailureScene {
  readonly without: boolean;
  readonly again: boolean;
}

async function hasSocket(): Promise<boolean> {
  const fd = await openPingFd(4);
  if (fd !== null) closeSync(fd);
  return fd !== null;
}

function takeAll(): number[] {
  const taken: number[] = [];
  try {
    for (;;) taken.push(openSync(devNull, "r"));
  } catch {
    return taken;
  }
}

const taken = takeAll();
const without = await hasSocket();
for (const fd of taken) closeSync(fd);
const scene: PingFailureScene = { without, again: await hasSocket() };
process.stdout.write(JSON.stringify(scene));

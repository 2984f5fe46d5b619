import { createSocket } from "node:dgram";
import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";

/** What a system call says when this machine, not the target, has too little. Not EADDRNOTAVAIL: it may mean that there is no IPv6 here. */
const LACKS: ReadonlySet<string> = new Set(["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM", "EAGAIN"]);

const memory = () => once("probes.own-lack", () => ({ seenMs: Number.NEGATIVE_INFINITY }));

/** Whether this machine lacked something when it opened a file or a socket or started a process (F28); remembered if so. */
export function noteLack(error: NodeJS.ErrnoException): boolean {
  if (!LACKS.has(error.code ?? "")) return false;
  memory().seenMs = monotonicMs();
  return true;
}

/**
 * Whether this machine lacks descriptors, ports or buffers, or was seen to since `sinceMs` (monotonic). c-ares does not say: without
 * a descriptor it answers as if the name server refused (ECONNREFUSED), without a port as if it were silent (ETIMEOUT).
 */
export async function lackedSince(sinceMs: number): Promise<boolean> {
  return memory().seenMs >= sinceMs || (await lacksNow());
}

/** Gives a socket a port of its own, which sends nothing; a lack is remembered. */
export function lacksNow(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    const end = (lacks: boolean) => {
      if (lacks) memory().seenMs = monotonicMs();
      socket.close();
      resolve(lacks);
    };
    socket.once("error", () => end(true));
    socket.bind(0, () => end(false));
  });
}

/** Whether this process may open so many files more at this moment. */
export function hasDescriptors(count: number): boolean {
  const opened: number[] = [];
  try {
    for (let at = 0; at < count; at += 1) opened.push(openSync(devNull, "r"));
    return true;
  } catch (error) {
    noteLack(error as NodeJS.ErrnoException);
    return false;
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

import { createSocket } from "node:dgram";
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
 * a descriptor it answers as if the name server refused (ECONNREFUSED), without a port as if it were silent (ETIMEOUT). So a socket is
 * given a port of its own, which sends nothing.
 */
export function lackedSince(sinceMs: number): Promise<boolean> {
  if (memory().seenMs >= sinceMs) return Promise.resolve(true);
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    const end = (lacked: boolean) => {
      socket.close();
      resolve(lacked);
    };
    socket.once("error", () => {
      memory().seenMs = monotonicMs();
      end(true);
    });
    socket.bind(0, () => end(false));
  });
}

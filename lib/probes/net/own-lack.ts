import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";

/**
 * What a system call says when this machine, not the target, has too little. EADDRINUSE: no port is free for a socket that names none. Not
 * EADDRNOTAVAIL: it may mean that there is no IPv6 here.
 */
const LACKS: ReadonlySet<string> = new Set(["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM", "EAGAIN", "EADDRINUSE"]);

/** Whether an error means that this machine lacked something when it opened a file or a socket or started a process. */
export function isLack(code: string | undefined): boolean {
  return LACKS.has(code ?? "");
}

/** Whether this process may open so many files more at this moment. */
export function hasDescriptors(count: number): boolean {
  const opened: number[] = [];
  try {
    for (let at = 0; at < count; at += 1) opened.push(openSync(devNull, "r"));
    return true;
  } catch {
    return false;
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

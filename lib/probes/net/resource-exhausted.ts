import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";

/**
 * Error codes that mean this machine, not the target, ran out of something. EADDRINUSE means no port is free for a
 * socket that requests none. EADDRNOTAVAIL is excluded because it may mean there is no IPv6 here.
 */
const EXHAUSTED: ReadonlySet<string> = new Set([
  "EMFILE",
  "ENFILE",
  "ENOBUFS",
  "ENOMEM",
  "EAGAIN",
  "EADDRINUSE",
]);

/** Returns whether an error means that this machine ran out of something while opening a file or socket or starting a process. */
export function isResourceExhausted(code: string | undefined): boolean {
  return EXHAUSTED.has(code ?? "");
}

/** Returns whether this process can open `count` more files right now. */
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

import { existsSync } from "node:fs";
import type { Capability } from "./cast";
import { faketimeLibrary } from "./world/false-clock";
import { imagesUnavailable } from "./world/image";

/** Returns why this machine lacks each capability; null where it has it. */
export function capabilities(): Record<Capability, string | null> {
  const isRoot = process.getuid?.() === 0;
  const hasIp = ["/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip"].some((file) => existsSync(file));
  return {
    namespaces: isRoot ? (hasIp ? null : "it needs iproute2") : "it needs root",
    images: imagesUnavailable(),
    "false clock": faketimeLibrary() ? null : "it needs Debian's package libfaketime",
  };
}

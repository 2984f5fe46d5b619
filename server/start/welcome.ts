import { env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";

interface Ready {
  readonly port: number;
  readonly ownerLink: string | null;
  readonly tookMs: number;
}

/** Prints the server's URL and, until there is an owner, the link that creates the owner account. */
export function printReady({ port, ownerLink, tookMs }: Ready): void {
  log.info("ready", { port, took_ms: Math.round(tookMs) });
  const lines = ["", `  Vedette is ready: ${addressAt(port)}   (${(tookMs / 1000).toFixed(1)} s)`];
  if (ownerLink)
    lines.push("  Open this link to create the owner account (valid once):", "", `  ${ownerLink}`);
  process.stdout.write(`${lines.join("\n")}\n\n`);
}

/** Returns the URL of the server that listens on `port`. */
export function addressAt(port: number): string {
  return env().APP_URL ?? `http://localhost:${port}`;
}

import { env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";

interface Ready {
  readonly port: number;
  readonly ownerLink: string | null;
  readonly tookMs: number;
}

/** The two lines people look for: where it is, and, once, the link that makes the owner's account. */
export function printReady({ port, ownerLink, tookMs }: Ready): void {
  const address = addressAt(port);
  const lines = ["", `  Vedette is ready: ${address}   (${(tookMs / 1000).toFixed(1)} s)`];
  if (ownerLink) lines.push("", "  Open this link once to make the owner's account:", `  ${ownerLink}`);
  process.stdout.write(`${lines.join("\n")}\n\n`);
  log.info("ready", { port, took_ms: Math.round(tookMs) });
}

/** Returns where people find the server that listens on `port`. */
export function addressAt(port: number): string {
  return env().APP_URL ?? `http://localhost:${port}`;
}

import { env } from "./env";
import { log } from "./log";
import { once } from "./once";

/** Scanners send any host; a few log lines are enough for the operator. */
const MAX_LOGGED = 5;

/**
 * Returns a sentence that names APP_URL, and logs a warning once per address, when a request came to an address that
 * Vedette doesn't know because APP_URL isn't set. Empty when it is set.
 */
export function missingAppUrl(address: string | undefined): string {
  if (env().APP_URL !== undefined) return "";
  const logged = once("missing-app-url", () => new Set<string>());
  const name = (address ?? "").slice(0, 100);
  if (!logged.has(name) && logged.size < MAX_LOGGED) {
    logged.add(name);
    log.warn("request to an unknown address; if it's the dashboard's, set APP_URL and restart", {
      address: name,
    });
  }
  return " If this is the address of your dashboard, set APP_URL to it on the server and restart.";
}

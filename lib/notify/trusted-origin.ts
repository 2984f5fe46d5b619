import type { AppAdapter } from "./notice";

/** Returns whether a URL points to an origin that the operator set for this app. Such origins may be private addresses. */
export function isTrusted(adapter: AppAdapter, url: string): boolean {
  return adapter.trustedOrigins?.().includes(new URL(url).origin) ?? false;
}

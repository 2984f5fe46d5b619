import type { AppAdapter } from "./notice";

/** Whether a URL leads where the operator's own environment sends this app: reached also where private addresses are closed. */
export function isTrusted(adapter: AppAdapter, url: string): boolean {
  return adapter.trustedOrigins?.().includes(new URL(url).origin) ?? false;
}

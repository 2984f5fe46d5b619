import type { AppContract } from "@/lib/contract/apps/app";
import { APPS, type AppId } from "@/lib/contract/apps/registry";
import { ADAPTERS } from "@/lib/notify/apps/registry";
import { isTrusted } from "@/lib/notify/send";
import { requireReachableUrl } from "@/lib/services/monitors/target";

/**
 * Throws 422 on `settings.…` when complete, valid settings lead to an address that sending would refuse to connect to (SSRF). Returns the
 * URLs that a project chose freely.
 */
export function requireReachableSettings(app: AppId, settings: Record<string, unknown>): string[] {
  const chosen: string[] = [];
  const { roles }: AppContract = APPS[app];
  for (const [key, { destination }] of Object.entries(roles)) {
    const given = settings[key];
    if (typeof given !== "string" || (destination !== "url" && destination !== "host")) continue;
    const url = destination === "host" && !given.includes("://") ? `https://${given}/` : given;
    if (isTrusted(ADAPTERS[app], url)) continue;
    requireReachableUrl(`settings.${key}`, url);
    chosen.push(url);
  }
  return chosen;
}

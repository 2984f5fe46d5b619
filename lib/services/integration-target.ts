import { APPS, type AppId } from "@/lib/contract/apps/registry";
import { ADAPTERS } from "@/lib/notify/apps/registry";
import { isTrusted } from "@/lib/notify/trusted-origin";
import { requireReachableUrl } from "./literal-address";

/** 422 on `settings.…` when whole, valid settings lead to an address that sending would refuse to connect to (T06). */
export function requireReachableSettings(app: AppId, settings: Record<string, unknown>): void {
  for (const [key, kind] of Object.entries(APPS[app].addresses)) {
    const given = settings[key];
    if (typeof given !== "string") continue;
    const url = kind === "host" ? `https://${given}/` : given;
    if (!isTrusted(ADAPTERS[app], url)) requireReachableUrl(`settings.${key}`, url);
  }
}

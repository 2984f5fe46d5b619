import { cookies, headers } from "next/headers";
import { ZONE_COOKIE } from "@/lib/client/view-cookies";
import { isTimeZone } from "@/lib/contract/core/time-zone";

/** Returns the viewer's time zone as their browser saved it; null before it did. */
export async function loadZone(): Promise<string | null> {
  const zone = (await cookies()).get(ZONE_COOKIE)?.value ?? "";
  return isTimeZone(zone) ? zone : null;
}

/** Returns the locale that the viewer's browser asks for first; undefined for an unknown one. */
export async function loadLocale(): Promise<string | undefined> {
  const [first = ""] = ((await headers()).get("accept-language") ?? "").split(/[,;]/);
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(first.trim())[0];
  } catch {
    return undefined;
  }
}

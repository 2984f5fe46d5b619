import { cookies } from "next/headers";
import { ZONE_COOKIE } from "@/lib/client/view-cookies";
import { isTimeZone } from "@/lib/contract/core/time-zone";

/** Returns the viewer's time zone as their browser saved it; null before it did. */
export async function loadZone(): Promise<string | null> {
  const zone = (await cookies()).get(ZONE_COOKIE)?.value ?? "";
  return isTimeZone(zone) ? zone : null;
}

import { createHmac, randomUUID } from "node:crypto";
import { derivedKey, equalSecret } from "@/lib/shared/secret";

/** The longest lifetime that browsers allow for a cookie. */
export const DEVICE_SECONDS = 400 * 24 * 3600;

export function deviceCookieName(pageId: number): string {
  return `vedette_device_${pageId}`;
}

/** Creates the mark of a browser that entered the right password. It grants no access, only its own limit of attempts. */
export function makeDeviceMark(pageId: number): string {
  const id = randomUUID();
  return `${id}.${signature(pageId, id)}`;
}

/** Returns the ID of a browser that entered this page's password before; null for others. */
export function knownDevice(pageId: number, cookies: string | undefined): string | null {
  const wanted = `${deviceCookieName(pageId)}=`;
  for (const pair of (cookies ?? "").split(";")) {
    const cookie = pair.trim();
    if (!cookie.startsWith(wanted)) continue;
    const [id = "", given = ""] = cookie.slice(wanted.length).split(".", 2);
    if (equalSecret(given, signature(pageId, id))) return id;
  }
  return null;
}

function signature(pageId: number, id: string): string {
  return createHmac("sha256", derivedKey("page device")).update(`${pageId} ${id}`).digest("base64url");
}

import { appUrl } from "@/lib/shared/env";

/** Over https the `__Host-` prefix makes browsers refuse a cookie that another host of the domain tossed (T30). */
export function sessionCookieName(): string {
  return isHttps() ? "__Host-vedette_session" : "vedette_session";
}

function isHttps(): boolean {
  return appUrl().startsWith("https:");
}

/** The session token of a Cookie header; null when there is none. */
export function sessionToken(cookieHeader: string | undefined): string | null {
  return cookieValue(cookieHeader, sessionCookieName());
}

/** The Set-Cookie text of a new session, or of its end. */
export function sessionCookie(token: string, maxAgeSeconds: number): string {
  return cookie(sessionCookieName(), token, maxAgeSeconds);
}

/** Names the browser, not a person: it lets in no one by itself. */
function deviceCookieName(): string {
  return isHttps() ? "__Host-vedette_device" : "vedette_device";
}

/** The browser's mark of a Cookie header; null before its first sign-in. */
export function deviceMark(cookieHeader: string | undefined): string | null {
  return cookieValue(cookieHeader, deviceCookieName());
}

export function deviceCookie(mark: string, maxAgeSeconds: number): string {
  return cookie(deviceCookieName(), mark, maxAgeSeconds);
}

function cookie(name: string, value: string, maxAgeSeconds: number): string {
  const secure = isHttps() ? "; Secure" : "";
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}

function cookieValue(cookieHeader: string | undefined, name: string): string | null {
  for (const pair of (cookieHeader ?? "").split(";")) {
    const mark = pair.indexOf("=");
    if (mark > 0 && pair.slice(0, mark).trim() === name) return pair.slice(mark + 1).trim() || null;
  }
  return null;
}

export function endedCookie(): string {
  return sessionCookie("", 0);
}

import { appUrl } from "@/lib/shared/env";

/** Returns the session cookie's name. Over https, the `__Host-` prefix makes browsers reject cookies set by other hosts of the domain. */
export function sessionCookieName(): string {
  return isHttps() ? "__Host-vedette_session" : "vedette_session";
}

function isHttps(): boolean {
  return appUrl().startsWith("https:");
}

/** Returns the session token of a Cookie header, or null. */
export function sessionToken(cookieHeader: string | undefined): string | null {
  return cookieValue(cookieHeader, sessionCookieName());
}

/** Returns the Set-Cookie value that starts or ends a session. */
export function sessionCookie(token: string, maxAgeSeconds: number): string {
  return cookie(sessionCookieName(), token, maxAgeSeconds);
}

/** Returns the name of the cookie that identifies the browser. It does not grant access. */
function deviceCookieName(): string {
  return isHttps() ? "__Host-vedette_device" : "vedette_device";
}

/** Returns the browser ID of a Cookie header, or null before the first sign-in. */
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

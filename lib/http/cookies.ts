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
  const name = sessionCookieName();
  for (const pair of (cookieHeader ?? "").split(";")) {
    const mark = pair.indexOf("=");
    if (mark > 0 && pair.slice(0, mark).trim() === name) return pair.slice(mark + 1).trim() || null;
  }
  return null;
}

/** The Set-Cookie text of a new session, or of its end. */
export function sessionCookie(token: string, maxAgeSeconds: number): string {
  const secure = isHttps() ? "; Secure" : "";
  return `${sessionCookieName()}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}

export function endedCookie(): string {
  return sessionCookie("", 0);
}

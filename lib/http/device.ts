import { ABSOLUTE_MS } from "@/lib/services/session-times";
import type { Device } from "@/lib/services/sessions";
import { sessionCookie, sessionToken } from "./cookies";
import type { ApiRequest } from "./request";

/** Where a request comes from, for the list of sessions and the limits on guessing. */
export function deviceOf(request: ApiRequest): Device {
  return {
    address: request.remoteAddress,
    userAgent: request.headers("user-agent") ?? null,
    replaces: sessionToken(request.headers("cookie")),
  };
}

/** The Set-Cookie text of a session that begins now. */
export function newSessionCookie(token: string): string {
  return sessionCookie(token, ABSOLUTE_MS / 1000);
}

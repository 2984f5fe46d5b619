import { type ApiReply, type ApiRequest, RawReply } from "@/lib/http/request";
import type { Device } from "@/lib/services/accounts/known-origins";
import { ABSOLUTE_MS } from "@/lib/services/accounts/session-times";
import { randomToken } from "@/lib/shared/secret";
import { deviceCookie, deviceMark, sessionCookie, sessionToken } from "./cookies";

/** The maximum lifetime of a cookie in browsers. */
const DEVICE_SECONDS = 400 * 24 * 3600;
const MARK_CHARS = 100;

/** Describes the origin of a request, for the list of sessions and the limits on failed sign-ins. */
export function deviceOf(request: ApiRequest): Device {
  const cookies = request.headers("cookie");
  return {
    address: request.remoteAddress,
    userAgent: request.headers("user-agent") ?? null,
    replaces: sessionToken(cookies),
    mark: deviceMark(cookies)?.slice(0, MARK_CHARS) ?? randomToken(),
  };
}

/** Returns the response that starts a session in this browser. */
export function newSessionReply(token: string, device: Device, reply: Omit<ApiReply, "headers">): RawReply {
  const headers: Record<string, string> = { "Set-Cookie": sessionCookie(token, ABSOLUTE_MS / 1000) };
  if (reply.status !== 204) headers["Content-Type"] = "application/json";
  return new RawReply(reply.status, headers, reply.body, deviceCookie(device.mark, DEVICE_SECONDS));
}

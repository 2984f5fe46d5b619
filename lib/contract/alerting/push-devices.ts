import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";
import { must } from "@/lib/contract/core/wording";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Returns whether the URL uses https, or http on the loopback interface for a local push service. */
function isPushAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username || url.password) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.test(url.hostname));
}

const ENDPOINT_RULE = "be the https URL of the browser's push service";

/** The output of `PushSubscription.toJSON()`. Other fields are ignored. */
export const Subscribe = z.object({
  endpoint: z
    .string()
    .max(2000)
    .refine(isPushAddress, must(ENDPOINT_RULE))
    .meta({ examples: ["https://updates.push.services.mozilla.com/wpush/v2/gAAAA"] }),
  keys: z.object({
    p256dh: z
      .string()
      .regex(/^B[A-Za-z0-9_-]{86}=?$/, must("be a P-256 point of 65 bytes in base64url"))
      .meta({ description: "The browser's public key." }),
    auth: z
      .string()
      .regex(/^[A-Za-z0-9_-]{22}(==)?$/, must("be 16 bytes in base64url"))
      .meta({ description: "The browser's authentication secret." }),
  }),
});
export type Subscribe = z.infer<typeof Subscribe>;

/** A browser that shows notifications. Its endpoint and keys are never returned. */
export const PushDevice = z.object({
  id: Id,
  fingerprint: z
    .string()
    .meta({ description: "SHA-256 of its endpoint in base64url, which lets a browser recognize itself." }),
  service: z.string().meta({
    description: "Operator of the push service.",
    examples: ["updates.push.services.mozilla.com"],
  }),
  user_agent: z.string().nullable(),
  created_at: DateOut,
  last_success_at: DateOut.nullable().meta({
    description: "When the push service last accepted a notification.",
  }),
  last_failure_at: DateOut.nullable(),
  last_failure: z.string().nullable().meta({
    description: "Why the last notification failed; null once another one was accepted.",
  }),
});
export type PushDevice = z.infer<typeof PushDevice>;

export const PushKey = z.object({
  public_key: z.string().meta({ description: "`applicationServerKey` of the subscription, in base64url." }),
});
export type PushKey = z.infer<typeof PushKey>;

export const PushTest = z.object({
  outcome: z.enum(["delivered", "retry", "rejected", "gone"]).meta({
    description: "`gone`: the push service no longer knows this browser, so it was removed.",
  }),
  reason: z.string().nullable(),
});
export type PushTest = z.infer<typeof PushTest>;

export const endpoints = endpointsOf("session", "Accounts", {
  getPushKey: {
    at: "GET /account/devices/key",
    summary: "Get the key for browser subscriptions",
    response: PushKey,
  },
  listPushDevices: {
    at: "GET /account/devices",
    summary: "List your browsers with notifications",
    response: PushDevice,
    list: true,
  },
  addPushDevice: {
    at: "POST /account/devices",
    summary: "Turn on notifications in this browser",
    description: "Renews a known browser. A browser of another user is transferred to you.",
    body: Subscribe,
    response: PushDevice,
    status: 201,
  },
  removePushDevice: {
    at: "DELETE /account/devices/{deviceId}",
    summary: "Turn off notifications in one of your browsers",
  },
  testPushDevice: {
    at: "POST /account/devices/{deviceId}/test",
    summary: "Send a test notification to one of your browsers",
    response: PushTest,
  },
});

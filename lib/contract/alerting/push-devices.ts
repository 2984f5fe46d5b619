import * as z from "zod";
import { endpoint } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Push services speak https; a stand-in on this machine may do without. */
function isPushAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username || url.password) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.test(url.hostname));
}

const ADDRESS_WORDS = "The endpoint must be the https address that the browser's push service gave.";

/** What `PushSubscription.toJSON()` gives; more of it is left aside. */
export const Subscribe = z.object({
  endpoint: z
    .string()
    .max(2000)
    .refine(isPushAddress, ADDRESS_WORDS)
    .meta({ examples: ["https://updates.push.services.mozilla.com/wpush/v2/gAAAA"] }),
  keys: z.object({
    p256dh: z
      .string()
      .regex(/^B[A-Za-z0-9_-]{86}=?$/, "The keys.p256dh must be a P-256 point of 65 bytes in base64url.")
      .meta({ description: "The browser's public key." }),
    auth: z
      .string()
      .regex(/^[A-Za-z0-9_-]{22}(==)?$/, "The keys.auth must be 16 bytes in base64url.")
      .meta({ description: "The browser's authentication secret." }),
  }),
});
export type Subscribe = z.infer<typeof Subscribe>;

/** A browser that shows notifications. Its address and keys are never shown. */
export const PushDevice = z.object({
  id: Id,
  fingerprint: z
    .string()
    .meta({ description: "SHA-256 of its endpoint in base64url: a browser knows itself by it." }),
  service: z.string().meta({
    description: "Whose push service delivers.",
    examples: ["updates.push.services.mozilla.com"],
  }),
  user_agent: z.string().nullable(),
  created_at: DateOut,
  last_success_at: DateOut.nullable().meta({
    description: "When the push service last took a notification.",
  }),
  last_failure_at: DateOut.nullable(),
  last_failure: z.string().nullable().meta({ description: "Why the last one that failed did." }),
});
export type PushDevice = z.infer<typeof PushDevice>;

export const PushKey = z.object({
  public_key: z.string().meta({ description: "`applicationServerKey` of a subscription, in base64url." }),
});
export type PushKey = z.infer<typeof PushKey>;

export const PushTest = z.object({
  outcome: z.enum(["delivered", "retry", "rejected", "gone"]).meta({
    description: "`gone`: the push service knows this browser no more, so it was taken off the list.",
  }),
  reason: z.string().nullable(),
});
export type PushTest = z.infer<typeof PushTest>;

export const PushDeviceParams = z.object({ deviceId: Id });

const shared = { scope: "session", tag: "Accounts", permission: null } as const;

export const getPushKey = endpoint({
  ...shared,
  id: "getPushKey",
  method: "GET",
  path: "/account/devices/key",
  summary: "The key with which a browser subscribes",
  response: PushKey,
  status: 200,
});
export const listPushDevices = endpoint({
  ...shared,
  id: "listPushDevices",
  method: "GET",
  path: "/account/devices",
  summary: "List your browsers that show notifications",
  response: PushDevice,
  list: true,
  status: 200,
});
export const addPushDevice = endpoint({
  ...shared,
  id: "addPushDevice",
  method: "POST",
  path: "/account/devices",
  summary: "Show notifications in this browser",
  description: "Known browsers are renewed. A browser that was another person's becomes yours.",
  body: Subscribe,
  response: PushDevice,
  status: 201,
});
export const removePushDevice = endpoint({
  ...shared,
  id: "removePushDevice",
  method: "DELETE",
  path: "/account/devices/{deviceId}",
  summary: "Show no more notifications in one of your browsers",
  params: PushDeviceParams,
  response: null,
  status: 204,
});
export const testPushDevice = endpoint({
  ...shared,
  id: "testPushDevice",
  method: "POST",
  path: "/account/devices/{deviceId}/test",
  summary: "Send a test notification to one of your browsers",
  params: PushDeviceParams,
  response: PushTest,
  status: 200,
});

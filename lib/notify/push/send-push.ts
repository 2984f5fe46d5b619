import { cut, oneLine } from "@/lib/notify/message/wording";
import { maskerOf } from "@/lib/notify/transport/attempt-log";
import { type Exchanged, ExchangeError, exchange } from "@/lib/notify/transport/http";
import { policyFrom } from "@/lib/probes/net/policy";
import { now } from "@/lib/shared/clock";
import { judgeVendor } from "../judge";
import type { SendResult } from "../notice";
import { USER_AGENT } from "../request-parts";
import { encryptFor } from "./encrypt";
import { deliveryHeaders, type Notification } from "./notification";
import { type VapidKey, vapidHeader } from "./vapid";

const ANSWER_MAX = 200;

/** A browser's push subscription, keys in base64url. All of it is secret. */
export interface BrowserAddress {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushOptions {
  readonly key: VapidKey;
  /** An https or mailto address where the push service can contact the operator. */
  readonly contact: string;
  /** Address ranges that are allowed besides public ones. */
  readonly privateTargets: readonly string[];
  readonly timeoutMs?: number;
}

/** `gone`: the push service no longer knows the browser, so nothing can be delivered to it. */
export type PushResult = Omit<SendResult, "outcome"> & { readonly outcome: SendResult["outcome"] | "gone" };

/** Sends one notification to one browser (RFC 8030 §5). Never throws for what the other side does. Errors contain no secrets. */
export async function sendPush(
  notification: Notification,
  to: BrowserAddress,
  options: PushOptions,
): Promise<PushResult> {
  const keys = { p256dh: Buffer.from(to.p256dh, "base64url"), auth: Buffer.from(to.auth, "base64url") };
  const headers = {
    ...deliveryHeaders(notification),
    Authorization: vapidHeader(options.key, to.endpoint, options.contact, now()),
    "Content-Encoding": "aes128gcm",
    "Content-Type": "application/octet-stream",
    "User-Agent": USER_AGENT,
  };
  const body = encryptFor(Buffer.from(JSON.stringify(notification)), keys);
  try {
    const policy = policyFrom(options.privateTargets);
    const answer = await exchange(
      { method: "POST", url: to.endpoint, headers, body },
      { policy, timeoutMs: options.timeoutMs, statusSuffices: true },
    );
    return judgePush(answer, to);
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    return { outcome: error.final ? "rejected" : "retry", error: error.message };
  }
}

/** Judges the response of a push service. Masks the browser's secrets in its text. */
export function judgePush(answer: Exchanged, to: BrowserAddress): PushResult {
  const result = judgeVendor(answer, now());
  if (result.outcome === "delivered") return result;
  // No text from private addresses: a forged subscription must not reveal what runs in the server's network.
  const said = answer.isPrivate ? "" : oneLine(maskerOf([to.endpoint, to.p256dh, to.auth])(answer.body));
  const error = `The push service returned ${answer.status}${said ? `: ${cut(said, ANSWER_MAX)}` : ""}.`;
  const isGone = answer.status === 404 || answer.status === 410;
  return { ...result, outcome: isGone ? "gone" : result.outcome, error };
}

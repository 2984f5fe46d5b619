import { policyFrom } from "@/lib/probes/net/policy";
import { now } from "@/lib/shared/clock";
import { judgeVendor } from "../judge";
import { cut, oneLine } from "../message/clean";
import type { Verdict } from "../notice";
import { maskerOf } from "../transport/attempt-log";
import { type Exchanged, ExchangeError, exchange } from "../transport/http";
import { USER_AGENT } from "../user-agent";
import { encryptFor } from "./encrypt";
import { deliveryHeaders, type Notification } from "./notification";
import { type VapidKey, vapidHeader } from "./vapid";

const ANSWER_MAX = 200;

/** What a browser gave when it subscribed, each key in base64url. All of it is secret. */
export interface BrowserAddress {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushOptions {
  readonly key: VapidKey;
  /** An https or mailto address at which the push service finds whoever runs this installation. */
  readonly contact: string;
  /** Ranges besides the public ones that may be reached. */
  readonly privateTargets: readonly string[];
  readonly timeoutMs?: number;
}

/** `gone`: the push service knows the browser no more, so nothing will ever arrive there. */
export type PushVerdict = Omit<Verdict, "outcome"> & {
  readonly outcome: Verdict["outcome"] | "gone";
};

/** Sends one notification to one browser (RFC 8030 §5). Never throws for what the other side does; the reason names no secret. */
export async function sendPush(
  notification: Notification,
  to: BrowserAddress,
  options: PushOptions,
): Promise<PushVerdict> {
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
      { policy, timeoutMs: options.timeoutMs },
    );
    return judgePush(answer, to);
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    return { outcome: error.final ? "rejected" : "retry", error: error.message };
  }
}

/** What an answer means; its text is shown without what is secret of the browser. */
export function judgePush(answer: Exchanged, to: BrowserAddress): PushVerdict {
  const verdict = judgeVendor(answer, now());
  if (verdict.outcome === "delivered") return verdict;
  // From inside the network no text comes back: a browser's address must not be a window into it (T06).
  const said = answer.isPrivate ? "" : oneLine(maskerOf([to.endpoint, to.p256dh, to.auth])(answer.body));
  const error = `The push service answered ${answer.status}${said ? `: ${cut(said, ANSWER_MAX)}` : ""}.`;
  const isGone = answer.status === 404 || answer.status === 410;
  return { ...verdict, outcome: isGone ? "gone" : verdict.outcome, error };
}

import { smsText } from "@/lib/notify/message/sms-text";
import { env } from "@/lib/shared/env";
import { jsonOf, judgeVendor } from "../judge";
import type { AppAdapter, HttpAnswer, HttpStep, SendResult } from "../notice";
import { USER_AGENT } from "../request-parts";

/** Sends one SMS per member through Twilio's Messages resource. Retries skip members who already got theirs. */
export const sms: AppAdapter = {
  wantsEveryEvent: false,
  trustedOrigins: () => [new URL(env().TWILIO_API_URL).origin],
  build(notice) {
    const { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: token, TWILIO_FROM: from } = env();
    if (!sid || !token || !from) {
      return { refusal: "SMS isn't set up. Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, and TWILIO_FROM." };
    }
    const reachable = notice.recipients.filter((recipient) => recipient.phone);
    if (reachable.length === 0) return { refusal: "None of its members have a phone number." };
    const text = smsText(notice.message);
    const sender: Record<string, string> = from.startsWith("MG")
      ? { MessagingServiceSid: from }
      : { From: from };
    return reachable.map(
      (recipient): HttpStep => ({
        kind: "http",
        id: `user-${recipient.id}`,
        independent: true,
        method: "POST",
        url: `${env().TWILIO_API_URL}/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`,
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          Authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString("base64")}`,
          "User-Agent": USER_AGENT,
        },
        body: new URLSearchParams({ To: String(recipient.phone), ...sender, Body: text }).toString(),
      }),
    );
  },
  judge,
};

/** 201 with a sid means accepted. A message that Twilio gave up on right away (failed, undelivered) is final. */
function judge(answer: HttpAnswer, now: Date): SendResult {
  const result = judgeVendor(answer, now);
  const { sid, status, code, message, error_code: errorCode } = jsonOf(answer);
  if (result.outcome !== "delivered") {
    const why = code ? ` (${String(code)}: ${String(message)})` : "";
    return { ...result, error: `${result.error}${why}` };
  }
  if (typeof sid !== "string") return { outcome: "rejected", error: "returned no message ID" };
  if (status === "failed" || status === "undelivered") {
    return { outcome: "rejected", error: `the message ${status} (${String(errorCode)})` };
  }
  return result;
}

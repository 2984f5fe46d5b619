import { smsSegments } from "@/lib/notify/message/sms-text";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import { formBody, PHONE_STYLE } from "./phone";
import { firstWrong, type Provider } from "./provider";

const SID = `AC${"0".repeat(32)}`;
const TOKEN = "twilio-token-of-tests";

/** twilio.com/docs/messaging/api/message-resource: a form with basic auth; To in E.164. */
export const smsProvider: Provider = {
  app: "sms",
  name: "sms",
  env: (url) => ({
    TWILIO_API_URL: url,
    TWILIO_ACCOUNT_SID: SID,
    TWILIO_AUTH_TOKEN: TOKEN,
    TWILIO_FROM: "+4930123456",
  }),
  settings: () => ({ members: [1] }),
  messageSettings: null,
  refusal: (received) => {
    const form = Object.fromEntries(new URLSearchParams(received.body));
    const basic = `Basic ${Buffer.from(`${SID}:${TOKEN}`).toString("base64")}`;
    return firstWrong([
      [received.method === "POST" && received.path === `/2010-04-01/Accounts/${SID}/Messages.json`, "20404"],
      [received.headers.authorization === basic, "20003 Authenticate"],
      [/^\+[1-9]\d{1,14}$/.test(form.To ?? ""), "21211 invalid To"],
      [form.From !== undefined || form.MessagingServiceSid !== undefined, "21603 From is required"],
      [(form.Body ?? "").length > 0 && (form.Body ?? "").length <= 1600, "21617 body too long"],
      [smsSegments(form.Body ?? "") <= 2, "more than two segments"],
    ]);
  },
  success: () => ({ status: 201, body: { sid: "SM0123", status: "queued", error_code: null } }),
  softError: { status: 201, body: { sid: "SM0123", status: "failed", error_code: 30_006 } },
  busy: (seconds) => ({
    body: { code: 20_429, message: "Too Many Requests", status: 429 },
    headers: { "Retry-After": String(seconds) },
  }),
  look: { style: PHONE_STYLE, html: (step) => smsHtml(formBody(step).Body ?? "") },
};
export const providers = [smsProvider];

function smsHtml(text: string): string {
  const size = `${smsSegments(text)} segment(s), ${text.length} characters`;
  return `<div class="bub">${escapeHtml(text)}</div><div class="small">${size}</div>`;
}

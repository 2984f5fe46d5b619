import type { Message } from "@/lib/notify/message/message";
import { cut } from "@/lib/notify/message/wording";
import { env } from "@/lib/shared/env";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import { jsonOf, judgeVendor, textField } from "../judge";
import type { AppAdapter, HttpAnswer, HttpStep, Instead, SendResult } from "../notice";
import { USER_AGENT } from "../request-parts";

/** Telegram allows 4,096 characters, counted after entities are parsed. This leaves room for title and link. */
const TEXT_MAX = 3500;

/** Telegram messages have no colors. */
const MARKS: Record<Message["level"], string> = { down: "🔴", up: "🟢", warning: "🟠", info: "🔵" };

/** Sends HTML messages. Later messages of an incident reply to its first (core.telegram.org/bots/api#sendmessage). */
export const telegram: AppAdapter = {
  wantsEveryEvent: false,
  trustedOrigins: () => [new URL(env().TELEGRAM_API_URL).origin],
  build(notice) {
    const { bot_token: token, chat_id: chatId } = notice.settings as Record<string, string | null>;
    if (!token || !chatId) return { refusal: "Telegram isn't set up. Add a bot token and a chat." };
    const first = Number(notice.firstRemoteId);
    const body = {
      chat_id: /^-?\d+$/.test(chatId) ? Number(chatId) : chatId,
      text: htmlOf(notice.message),
      parse_mode: "HTML",
      link_preview_options: { is_disabled: true },
      ...(first > 0 ? { reply_parameters: { message_id: first, allow_sending_without_reply: true } } : {}),
    };
    return [
      {
        kind: "http",
        id: "send",
        method: "POST",
        url: `${env().TELEGRAM_API_URL}/bot${token}/sendMessage`,
        headers: { "Content-Type": "application/json", "User-Agent": USER_AGENT },
        body: JSON.stringify(body),
      },
    ];
  },
  judge,
  instead,
};

/** A group that became a supergroup has another ID, which the refusal names (core.telegram.org/bots/api#responseparameters). */
function instead(answer: HttpAnswer, step: HttpStep): Instead | null {
  const { migrate_to_chat_id: moved } = (jsonOf(answer).parameters ?? {}) as { migrate_to_chat_id?: unknown };
  if (typeof moved !== "number") return null;
  const body = JSON.stringify({ ...JSON.parse(step.body), chat_id: moved });
  return { step: { ...step, body }, settings: { chat_id: String(moved) } };
}

function htmlOf(message: Message): string {
  const facts = message.facts.map(({ label, value }) => `${label}: ${value}`).join("\n");
  const link = `<a href="${escapeHtml(message.link.url)}">${escapeHtml(message.link.label)}</a>`;
  const text = cut([...message.lines, facts].filter((part) => part !== "").join("\n\n"), TEXT_MAX);
  const blocks = [`${MARKS[message.level]} <b>${escapeHtml(message.title)}</b>`, escapeHtml(text), link];
  return blocks.filter((block) => block !== "").join("\n\n");
}

/** Success is `ok: true` with the message. A 429 has the seconds to wait in `parameters.retry_after`. */
function judge(answer: HttpAnswer, now: Date): SendResult {
  const judged = judgeVendor(answer, now);
  const { ok, result, description, parameters } = jsonOf(answer);
  const why = textField(description, "no reason given");
  if (judged.outcome === "delivered") {
    if (ok !== true) return { outcome: "rejected", error: `refused: ${why}` };
    const { message_id: id } = (result ?? {}) as { message_id?: number };
    return { ...judged, remoteId: typeof id === "number" ? String(id) : null };
  }
  const { retry_after: seconds } = (parameters ?? {}) as { retry_after?: number };
  const waitMs = typeof seconds === "number" ? seconds * 1000 : judged.retryAfterMs;
  return { ...judged, error: `${judged.error}: ${why}`, retryAfterMs: waitMs };
}

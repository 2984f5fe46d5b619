import { escapeHtml } from "@/lib/notify/message/clean";
import { smsSegments } from "@/lib/notify/message/sms-text";

export const PHONE_STYLE = `body{background:#e7ebf0;color:#111}.bub{max-width:430px;background:#fff;border-radius:12px;padding:8px 12px;white-space:pre-wrap;overflow-wrap:anywhere}
.card{max-width:430px;background:#fff;border-radius:12px;padding:10px 14px;overflow-wrap:anywhere}.card b{display:block}.pre{white-space:pre-wrap;font-size:14px}
.lock{max-width:370px;background:#333c;color:#fff;border-radius:14px;padding:8px 12px;margin:0 0 8px;font-size:14px;line-height:1.3}
.lock div{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}.lock div+div{white-space:pre-line;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical}
.small{font-size:12px;color:#555;margin-top:6px}a{color:#2678b6}.btn{display:inline-block;border:1px solid #aaa;border-radius:6px;padding:3px 10px;margin-top:6px;font-size:13px}`;

/** Emoji that ntfy renders for the tags we send (docs.ntfy.sh/emojis). */
const EMOJI: Record<string, string> = {
  red_circle: "🔴",
  green_circle: "🟢",
  warning: "⚠️",
  information_source: "ℹ️",
};

/** Renders a lock screen: one line of title, two of text. */
function lockScreen(title: string, text: string): string {
  return `<div class="lock"><div><strong>${escapeHtml(title)}</strong></div><div>${escapeHtml(text)}</div></div>`;
}

const TELEGRAM_TAG = /<(?!\/?(?:b|strong|i|em|u|s|code|pre|blockquote)>|a href="[^"<>]*">|\/a>)/;

/** Renders Telegram's HTML as it is; unknown tags are an error, as at Telegram. */
export function telegramHtml(body: Record<string, unknown>): string {
  const text = String(body.text);
  if (TELEGRAM_TAG.test(text)) throw new Error("Bad Request: can't parse entities");
  const [title = "", ...rest] = text.replace(/<[^<>]*>/g, "").split("\n");
  const plain = (part: string) =>
    part.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  return `${lockScreen("Vedette", plain(`${title}\n${rest.join("\n").trim()}`))}<div class="bub">${text}</div>`;
}

export function ntfyHtml(body: Record<string, unknown>): string {
  const tags = (body.tags as string[]).map((tag) => EMOJI[tag] ?? `#${tag}`).join(" ");
  const actions = (body.actions as { label: string }[]).map(
    ({ label }) => `<span class="btn">${escapeHtml(label)}</span>`,
  );
  const title = `${tags} ${String(body.title)}`;
  return `${lockScreen(title, String(body.message))}<div class="card"><b>${escapeHtml(title)}</b><div class="pre">${escapeHtml(String(body.message))}</div>${actions.join(" ")}<div class="small">priority ${String(body.priority)} · opens ${escapeHtml(String(body.click))}</div></div>`;
}

export function pushoverHtml(form: Record<string, string>): string {
  const { title = "", message = "", url = "", url_title: label = "", priority } = form;
  return `${lockScreen(title, message)}<div class="card"><b>${escapeHtml(title)}</b><div class="pre">${escapeHtml(message)}</div><a href="${escapeHtml(url)}">${escapeHtml(label)}</a><div class="small">priority ${priority}</div></div>`;
}

export function smsHtml(form: Record<string, string>): string {
  const text = form.Body ?? "";
  const size = `${smsSegments(text)} segment(s), ${text.length} characters`;
  return `<div class="bub">${escapeHtml(text)}</div><div class="small">${size}</div>`;
}

export function ilertHtml(body: Record<string, unknown>): string {
  const links = (body.links as { text: string }[]).map(
    ({ text }) => `<span class="btn">${escapeHtml(text)}</span>`,
  );
  const comments = (body.comments ?? []) as { content: string }[];
  const details = comments[0]?.content ?? String(body.details);
  return `<div class="card"><div class="small">${String(body.eventType)} · ${String(body.priority ?? "–")} · ${String(body.alertKey)}</div><b>${escapeHtml(String(body.summary))}</b><div class="pre">${escapeHtml(details)}</div>${links.join(" ")}</div>`;
}

export function webhookHtml(body: string): string {
  return `<div class="card"><div class="pre">${escapeHtml(JSON.stringify(JSON.parse(body), null, 2))}</div></div>`;
}

import type { HttpStep } from "@/lib/notify/notice";
import type { Received } from "@/lib/testing/notifications/receiver";
import { bodyOf, firstWrong, length, type Provider } from "./provider";

const BOT_TOKEN = "xoxb-1234-abcdefgh";

interface Text {
  type: string;
  text: string;
}
interface Block {
  type: string;
  text?: Text;
  fields?: Text[];
  elements?: Text[];
}
interface Attachment {
  color?: unknown;
  blocks?: Block[];
}

const STYLE = `body{background:#fff;color:#1d1c1d}.m{max-width:640px}.t{color:#616061;font-size:12px}
.b{margin:4px 0;white-space:pre-wrap;overflow-wrap:anywhere}.att{border-left:4px solid;border-radius:4px;padding:2px 0 2px 12px;margin-top:4px}
.f{display:grid;grid-template-columns:1fr 1fr;gap:8px 16px}.context{font-size:12px;color:#616061}a{color:#1264a3;text-decoration:none}
code{background:#f6f6f6;border:1px solid #ddd;color:#e01e5a;padding:1px 3px;border-radius:3px}`;

/** docs.slack.dev: text as fallback, at most 50 blocks, section text of 3000, ten fields of 2000, 13,000 characters in total. */
function messageWrong(received: Received): string | null {
  const body = bodyOf(received);
  const attachments = (body.attachments ?? []) as Attachment[];
  const blocks = [...((body.blocks ?? []) as Block[]), ...attachments.flatMap((one) => one.blocks ?? [])];
  return firstWrong([
    [length(body.text, 1, 40_000), "no_text"],
    [attachments.every((one) => /^#[0-9a-f]{6}$/.test(String(one.color))), "invalid_attachments"],
    [blocks.length > 0 && blocks.length <= 50, "invalid_blocks"],
    [blocks.every((block) => (block.text?.text.length ?? 0) <= 3000), "invalid_blocks"],
    [blocks.every((block) => (block.fields?.length ?? 0) <= 10), "invalid_blocks"],
    [
      blocks.every((block) => (block.fields ?? []).every((field) => field.text.length <= 2000)),
      "invalid_blocks",
    ],
    [received.body.length < 13_000, "msg_blocks_too_long"],
    [!/<!|<@|<#/.test(received.body), "mentions someone"],
  ]);
}

const look = { style: STYLE, html: (step: HttpStep) => slackHtml(bodyOf(step)) };

export const slackHookProvider: Provider = {
  app: "slack",
  name: "slack",
  env: (url) => ({ SLACK_API_URL: url }),
  settings: () => ({ webhook_url: "https://hooks.slack.com/services/T000/B000/token-of-tests" }),
  messageSettings: null,
  refusal: (received) =>
    received.path === "/services/T000/B000/token-of-tests" ? messageWrong(received) : "invalid_token",
  success: () => ({ status: 200, body: "ok" }),
  softError: { status: 200, body: "no_service" },
  busy: (seconds) => ({ body: "rate_limited", headers: { "Retry-After": String(seconds) } }),
  look,
};

export const slackBotProvider: Provider = {
  app: "slack",
  name: "slack-bot",
  env: (url) => ({ SLACK_API_URL: url }),
  settings: () => ({ bot_token: BOT_TOKEN, channel: "C024BE91L" }),
  messageSettings: null,
  refusal: (received) => {
    const body = bodyOf(received);
    return (
      firstWrong([
        [["/api/chat.postMessage", "/api/chat.update"].includes(received.path), "unknown_method"],
        [received.headers.authorization === `Bearer ${BOT_TOKEN}`, "invalid_auth"],
        [body.channel === "C024BE91L", "channel_not_found"],
        [received.path !== "/api/chat.update" || /^\d+\.\d+$/.test(String(body.ts)), "message_not_found"],
        [body.thread_ts === undefined || /^\d+\.\d+$/.test(String(body.thread_ts)), "invalid_thread_ts"],
      ]) ?? messageWrong(received)
    );
  },
  success: () => ({ status: 200, body: { ok: true, channel: "C024BE91L", ts: "1503435956.000247" } }),
  softError: { status: 200, body: { ok: false, error: "channel_not_found" } },
  busy: (seconds) => ({
    body: { ok: false, error: "ratelimited" },
    headers: { "Retry-After": String(seconds) },
  }),
  look,
};
export const providers = [slackHookProvider, slackBotProvider];

/** Renders a message the way Slack's Block Kit Builder does; the small line is the notification. */
function slackHtml(body: Record<string, unknown>): string {
  const blocks = (body.blocks ?? []) as Block[];
  const attachments = (body.attachments ?? []) as Attachment[];
  const bars = attachments.map(
    ({ color, blocks: own = [] }) =>
      `<div class="att" style="border-color:${String(color)}">${own.map(blockHtml).join("")}</div>`,
  );
  return `<div class="m"><div class="t">Notification: ${String(body.text)}</div>${blocks.map(blockHtml).join("")}${bars.join("")}</div>`;
}

function blockHtml(block: Block): string {
  if (block.fields)
    return `<div class="b f">${block.fields.map((one) => `<div>${textHtml(one)}</div>`).join("")}</div>`;
  if (block.elements) return `<div class="b ${block.type}">${block.elements.map(textHtml).join(" ")}</div>`;
  return block.text ? `<div class="b">${textHtml(block.text)}</div>` : "";
}

/** Renders mrkdwn, whose `&`, `<`, and `>` are escaped, so that the remaining ones are Slack's link syntax. */
function textHtml({ type, text }: Text): string {
  if (type !== "mrkdwn") return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const linked = text.replace(/<(https?:[^|<>]+)\|([^<>]*)>/g, '<a href="$1">$2</a>');
  return PAIRS.reduce((html, [pair, tag]) => html.replace(pair, `<${tag}>$1</${tag}>`), linked);
}

/** Pairs of marks at word boundaries, without spaces inside. */
const PAIRS: [RegExp, string][] = [
  [/(?<![\p{L}\p{N}\u200b])\*(?![\s\u200b])([^\n*]+?)(?<![\s\u200b])\*(?![\p{L}\p{N}\u200b])/gu, "b"],
  [/(?<![\p{L}\p{N}\u200b])_(?![\s\u200b])([^\n_]+?)(?<![\s\u200b])_(?![\p{L}\p{N}\u200b])/gu, "i"],
  [/(?<![\p{L}\p{N}\u200b])~(?![\s\u200b])([^\n~]+?)(?<![\s\u200b])~(?![\p{L}\p{N}\u200b])/gu, "s"],
  [/(?<![\p{L}\p{N}\u200b])`(?![\s\u200b])([^\n`]+?)(?<![\s\u200b])`(?![\p{L}\p{N}\u200b])/gu, "code"],
];

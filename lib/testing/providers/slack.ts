import type { Received } from "../receiver";
import { bodyOf, firstWrong, length, type Provider } from "./provider";

const BOT_TOKEN = "xoxb-1234-abcdefgh";

interface Block {
  type: string;
  text?: { text: string };
  fields?: { text: string }[];
}
interface Attachment {
  color?: unknown;
  blocks?: Block[];
}

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

export const slackHookProvider: Provider = {
  app: "slack",
  env: (url) => ({ SLACK_API_URL: url }),
  settings: () => ({ webhook_url: "https://hooks.slack.com/services/T000/B000/abcdefgh" }),
  messageSettings: null,
  refusal: (received) =>
    received.path === "/services/T000/B000/abcdefgh" ? messageWrong(received) : "invalid_token",
  success: () => ({ status: 200, body: "ok" }),
  softError: { status: 200, body: "no_service" },
  busy: (seconds) => ({ body: "rate_limited", headers: { "Retry-After": String(seconds) } }),
};

export const slackBotProvider: Provider = {
  app: "slack",
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
};

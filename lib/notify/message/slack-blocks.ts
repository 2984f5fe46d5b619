import { cut } from "./clean";
import type { Message } from "./message";

const COLORS: Record<Message["level"], string> = {
  down: "#b91c1c",
  up: "#15803d",
  warning: "#b45309",
  info: "#1d4ed8",
};
const SECTION_MAX = 3000;
const FIELDS_MAX = 10;

/** The three characters of Slack's mrkdwn: nothing in a text can become a link, a mention or a channel. */
export function slackText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Blocks in a coloured attachment: title with link, paragraphs, fields, footer; far below 13,000 characters. */
export function slackMessage(message: Message): Record<string, unknown> {
  const title = `*<${message.link.url}|${slackText(message.title).replaceAll("|", "¦")}>*`;
  const lines = cut(slackText(message.lines.join("\n\n")), SECTION_MAX - 700);
  const section = { type: "section", text: { type: "mrkdwn", text: lines ? `${title}\n${lines}` : title } };
  const fields = message.facts.slice(0, FIELDS_MAX).map(({ label, value }) => ({
    type: "mrkdwn",
    text: `*${slackText(label)}*\n${cut(slackText(value), 500)}`,
  }));
  const footer = { type: "context", elements: [{ type: "mrkdwn", text: slackText(message.footer) }] };
  const blocks = [section, ...(fields.length > 0 ? [{ type: "section", fields }] : []), footer];
  const fallback = cut(slackText(message.title), 300);
  return { text: fallback, attachments: [{ color: COLORS[message.level], fallback, blocks }] };
}

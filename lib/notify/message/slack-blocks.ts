import { cut, cutEscaped } from "./clean";
import type { Message } from "./message";

const COLORS: Record<Message["level"], string> = {
  down: "#b91c1c",
  up: "#15803d",
  warning: "#b45309",
  info: "#1d4ed8",
};
const TITLE_MAX = 1000;
const TEXT_MAX = 2900;
const FIELD_MAX = 500;
const FIELDS_MAX = 10;

/** The three characters of Slack's mrkdwn: nothing in a text can become a link, a mention or a channel. */
export function slackText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A mark of mrkdwn that could begin or end something; one within a word (`my_page`) does neither. */
const MARK = /(?<![\p{L}\p{N}])[*_~`]|[*_~`](?![\p{L}\p{N}])/gu;

/** Emphasis and code stay visible marks too: mrkdwn has no escape for them, an invisible blank on both sides takes their meaning. */
function literal(text: string): string {
  return slackText(text).replace(MARK, "\u200b$&\u200b");
}

/**
 * The linked title as a block of its own, the rest in a coloured bar; far below 13,000 characters. `text` is what a notification
 * shows: Slack shows it in the channel as well unless there are blocks beside it.
 */
export function slackMessage(message: Message): Record<string, unknown> {
  const title = cutEscaped(message.title, TITLE_MAX, literal).replaceAll("|", "¦");
  const link = `<${message.link.url}|${title}>`;
  return {
    text: slackText(cut(message.title, 300)),
    // Marks within a title would end its own emphasis.
    blocks: [mrkdwn(/[*_~`]/.test(title) ? link : `*${link}*`)],
    attachments: [{ color: COLORS[message.level], blocks: detailsOf(message) }],
  };
}

function detailsOf(message: Message) {
  const lines = cutEscaped(message.lines.join("\n\n"), TEXT_MAX, literal);
  const fields = message.facts.slice(0, FIELDS_MAX).map(({ label, value }) => ({
    type: "mrkdwn",
    text: `*${slackText(label)}*\n${cutEscaped(value, FIELD_MAX, literal)}`,
  }));
  return [
    ...(lines ? [mrkdwn(lines)] : []),
    ...(fields.length > 0 ? [{ type: "section", fields }] : []),
    { type: "context", elements: [{ type: "mrkdwn", text: slackText(message.footer) }] },
  ];
}

function mrkdwn(text: string) {
  return { type: "section", text: { type: "mrkdwn", text } };
}

import type { Message } from "./message";
import { cut, cutEscaped, escapedAroundUrls } from "./wording";

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

/** Escapes the three special characters of Slack's mrkdwn, so that no text becomes a link, mention, or channel. */
export function slackText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Matches mrkdwn marks that could begin or end formatting. Marks within a word (`my_page`) can't. */
const MARK = /(?<![\p{L}\p{N}])[*_~`]|[*_~`](?![\p{L}\p{N}])/gu;

/** Shows emphasis and code marks literally. mrkdwn has no escape for them, so each gets a zero-width space on both sides. */
function literal(text: string): string {
  return slackText(text).replace(MARK, "\u200b$&\u200b");
}

/** Names an address as a link if its marks would begin formatting. */
function shown(text: string): string {
  return escapedAroundUrls(text, literal, (url) =>
    literal(url) === slackText(url) ? slackText(url) : `<${slackText(url)}>`,
  );
}

/**
 * Returns the linked title as its own block and the rest in a colored attachment, far below Slack's limit of about 13,000 characters.
 * `text` is what push notifications show; Slack would also show it in the channel if there were no blocks.
 */
export function slackMessage(message: Message): Record<string, unknown> {
  const title = cutEscaped(message.title, TITLE_MAX, literal).replaceAll("|", "¦");
  const link = `<${message.link.url}|${title}>`;
  return {
    text: slackText(cut(message.title, 300)),
    // A mark within the title would end its bold formatting.
    blocks: [mrkdwn(/[*_~`]/.test(title) ? link : `*${link}*`)],
    attachments: [{ color: COLORS[message.level], blocks: detailsOf(message) }],
  };
}

function detailsOf(message: Message) {
  const lines = cutEscaped(message.lines.join("\n\n"), TEXT_MAX, shown);
  const fields = message.facts.slice(0, FIELDS_MAX).map(({ label, value }) => ({
    type: "mrkdwn",
    text: `*${slackText(label)}*\n${cutEscaped(value, FIELD_MAX, shown)}`,
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

import type { Message } from "@/lib/notify/message/message";
import { cut, cutEscaped, escapedAroundUrls } from "@/lib/notify/message/wording";
import { jsonOf, judgeVendor, textField } from "../judge";
import type { AppAdapter, HttpAnswer, SendResult } from "../notice";
import { USER_AGENT } from "../request-parts";

/** Teams refuses messages over 28 KB. */
const MESSAGE_MAX_BYTES = 28_000;
/** Limits for one text, from generous to one that always fits. */
const TEXT_MAX = [4000, 1000, 300, 100] as const;
const LINES_MAX = 20;
const FACTS_MAX = 12;
const SHORTENED = "This message was shortened to fit into Teams.";

const STYLES: Record<Message["level"], string> = {
  down: "attention",
  up: "good",
  warning: "warning",
  info: "accent",
};

/**
 * Posts an Adaptive Card to a webhook. It returns no ID and can't change a card, so each event is a card of its own that names the
 * incident.
 */
export const microsoftTeams: AppAdapter = {
  wantsEveryEvent: false,
  build({ message, settings }) {
    const headers = { "Content-Type": "application/json", "User-Agent": USER_AGENT };
    return [
      {
        kind: "http",
        id: "post",
        method: "POST",
        url: String(settings.webhook_url),
        headers,
        body: bodyOf(message),
      },
    ];
  },
  judge,
};

/** Returns the message with the longest texts that fit. */
function bodyOf(message: Message): string {
  const [most, ...fewer] = TEXT_MAX;
  let body = JSON.stringify(cardMessage(message, most));
  for (const textMax of fewer) {
    if (Buffer.byteLength(body) <= MESSAGE_MAX_BYTES) break;
    body = JSON.stringify(cardMessage(message, textMax));
  }
  return body;
}

function cardMessage(message: Message, textMax: number): object {
  return {
    type: "message",
    summary: cut(message.title, 200),
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: cardOf(message, textMax),
      },
    ],
  };
}

function cardOf(message: Message, textMax: number): object {
  const { level, title, lines, facts, footer, link } = message;
  const short = (text: string) => cutEscaped(text, textMax, shown);
  const isShortened =
    lines.length > LINES_MAX ||
    facts.length > FACTS_MAX ||
    [...lines, ...facts.map(({ value }) => value)].some((text) => shown(text).length > textMax);
  const heading = block(cutEscaped(title, 1000, escaped), { weight: "bolder", size: "medium" });
  return {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    msteams: { width: "Full" },
    fallbackText: title,
    body: [
      { type: "Container", style: STYLES[level], bleed: true, items: [heading] },
      ...lines.slice(0, LINES_MAX).map((line) => block(short(line))),
      ...(facts.length > 0 ? [factSet(facts.slice(0, FACTS_MAX), short)] : []),
      ...(isShortened ? [block(SHORTENED, { isSubtle: true })] : []),
      block(escaped(cut(footer, 200)), { isSubtle: true, size: "small" }),
    ],
    actions: [{ type: "Action.OpenUrl", title: cut(link.label, 60), url: link.url }],
  };
}

function block(text: string, change: object = {}): object {
  return { type: "TextBlock", text, wrap: true, ...change };
}

function factSet(facts: Message["facts"], short: (text: string) => string): object {
  return { type: "FactSet", facts: facts.map(({ label, value }) => ({ title: label, value: short(value) })) };
}

/** At the start of a line: marks of lists, quotes, and headings, and whitespace of a code block. */
const LINE_START = /^(?=[-+>#= \t]|\d{1,9}[.)](?:\s|$))/gm;
/** Marks of links and references, of entities, and of the card's own date functions. */
const PAIRS = /\](?=[([:])|&(?=#?\w)|\{(?=\{)/g;

/**
 * Shows Markdown literally. Emphasis needs backslashes. Everything else is broken up by zero-width spaces, because old mobile apps
 * show other backslashes. A line break needs an empty line.
 */
function escaped(text: string): string {
  return text
    .replace(/[\\*_~`]/g, "\\$&")
    .replace(PAIRS, "$&\u200b")
    .replace(LINE_START, "\u200b")
    .replaceAll("\n", "\n\n");
}

const shown = (text: string) => escapedAroundUrls(text, escaped);

/** How the older connector begins its report of a failure, which it answers with a 200. */
const HIDDEN_FAILURE = /^(?:Webhook message delivery failed|System\.[\w.]{0,64}Exception)/;

/** A workflow accepts with 202, the older connector with 200. A web page means that the URL is wrong, such as the link to a channel. */
function judge(answer: HttpAnswer, now: Date): SendResult {
  const result = judgeVendor(answer, now);
  const body = answer.body.trim();
  if (result.outcome !== "delivered") {
    const { message } = (jsonOf(answer).error ?? {}) as { message?: unknown };
    return { ...result, error: [result.error, textField(message, "")].filter(Boolean).join(": ") };
  }
  if (HIDDEN_FAILURE.test(body)) return judgeHidden(answer, body, now);
  const isAccepted = answer.status === 200 || answer.status === 202;
  if (isAccepted && !body.startsWith("<")) return result;
  return { outcome: "rejected", error: `returned ${answer.status}. Is this the webhook URL of a workflow?` };
}

/** Uses the status that Teams returned to the connector. Without one, the failure is temporary. */
function judgeHidden(answer: HttpAnswer, body: string, now: Date): SendResult {
  const status = Number(/HTTP error (\d{3})/.exec(body)?.[1] ?? 502);
  const [reason = body] = body.split(" with ContextId");
  const result = judgeVendor({ ...answer, status }, now);
  return { ...result, error: cut(reason, 200), isRateLimited: status === 429 };
}

import { escapeHtml } from "@/lib/shared/text/escape-html";
import { mailLine } from "./mail-line";
import type { Message } from "./message";
import { cut } from "./wording";

/** Returns the message as the plain text of an email. */
export function mailText(message: Message): string {
  const facts = message.facts.map(({ label, value }) => `${label}: ${value}`);
  const blocks = [
    message.title,
    ...message.lines,
    facts.join("\n"),
    `${message.link.label}: ${message.link.url}`,
  ];
  const foot = [message.footer, ...(message.footLinks ?? []).map(({ label, url }) => `${label}: ${url}`)];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n\n-- \n${foot.join("\n")}\n`;
}

/** The light theme is inline because some email clients drop the style sheet (Outlook, and Gmail above its size limit). */
const INLINE = {
  body: "margin:0;padding:0;background:#f6f6f4;color:#1a1a1a;-webkit-text-size-adjust:100%",
  page: "background:#f6f6f4;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1a1a1a",
  card: "width:100%;max-width:560px;background:#ffffff;border:1px solid #dcdcd8",
  title:
    "margin:0 0 12px;font-size:20px;line-height:1.3;font-weight:600;color:#1a1a1a;overflow-wrap:anywhere",
  line: "margin:0 0 12px;white-space:pre-line;color:#1a1a1a;overflow-wrap:anywhere",
  label:
    "padding:2px 0;padding-inline-end:16px;color:#5c5c5c;font-weight:400;text-align:start;vertical-align:top;white-space:nowrap",
  value: "padding:2px 0;color:#1a1a1a;vertical-align:top;overflow-wrap:anywhere",
  button: "padding:10px 16px;background:#1a1a1a;border-radius:6px",
  go: "color:#ffffff;text-decoration:none;font-weight:600",
  foot: "padding:12px 4px 0;color:#5c5c5c;font-size:13px",
  footLink: "color:#5c5c5c;white-space:nowrap",
  preview: "display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px",
} as const;

/** The dark theme. The color scheme on the root prevents a white flash before it applies. */
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#111111!important;color:#ededed!important}
.card{background:#1a1a1a!important;border-color:#3a3a3a!important}
.text{color:#ededed!important}.soft{color:#b0b0b0!important}
.button{background:#ededed!important}.go{color:#111111!important}}`;

/** Fills the rest of the preview so that email clients don't append the body text to it. */
const PADDING = "&#847;&zwnj;&nbsp;".repeat(60);

/** The language of a message and its direction. */
interface Written {
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
}
const ENGLISH: Written = { lang: "en", dir: "ltr" };

/** Returns the message as the HTML of an email: no images, scripts, or remote content, and every text is escaped. */
export function mailHtml(message: Message, { lang, dir }: Written = ENGLISH): string {
  const title = escapeHtml(message.title);
  const lines = message.lines.map((line) => `<p class="text" style="${INLINE.line}">${escapeHtml(line)}</p>`);
  return `<!doctype html>
<html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${title}</title><style>${STYLE}</style></head>
<body class="page" style="${INLINE.body}"><div style="${INLINE.preview}">${escapeHtml(previewOf(message))}${PADDING}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="${INLINE.page}"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" class="card" width="560" cellpadding="0" cellspacing="0" style="${INLINE.card}">
${mailLine(message.level)}
<tr><td style="padding:20px 24px 24px"><h1 class="text" style="${INLINE.title}">${title}</h1>${lines.join("")}${factTable(message)}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin-top:20px"><tr><td class="button" style="${INLINE.button}"><a class="go" style="${INLINE.go}" href="${escapeHtml(message.link.url)}">${escapeHtml(message.link.label)}</a></td></tr></table>
</td></tr></table>
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px"><tr><td class="soft" style="${INLINE.foot}">${escapeHtml(message.footer)}${footLinks(message)}</td></tr></table>
</td></tr></table></body></html>
`;
}

function footLinks({ footLinks = [] }: Message): string {
  return footLinks
    .map(
      ({ label, url }) =>
        ` · <a class="soft" style="${INLINE.footLink}" href="${escapeHtml(url)}">${escapeHtml(label)}</a>`,
    )
    .join("");
}

/** Returns the preview shown beside the subject: the current state if the subject is the thread's, then the first facts. */
function previewOf(message: Message): string {
  const facts = message.facts.map(({ label, value }) => `${label}: ${value}`);
  return cut([...stateOf(message), ...message.lines, ...facts].join(" · "), 200);
}

/** Returns `Down` for `Down: Checkout – timed out`, so that the preview doesn't repeat the subject. */
function stateOf({ topic, title }: Message): string[] {
  if (!topic) return [];
  const said = `: ${topic.replace(/ \([^()]*\)$/, "")}`;
  return [title.endsWith(said) ? title.slice(0, -said.length) : title];
}

function factTable({ facts }: Message): string {
  if (facts.length === 0) return "";
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><th scope="row" class="soft" style="${INLINE.label}">${escapeHtml(label)}</th><td class="text" style="${INLINE.value}">${escapeHtml(value)}</td></tr>`,
  );
  return `<table cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:0 0 12px">${rows.join("")}</table>`;
}

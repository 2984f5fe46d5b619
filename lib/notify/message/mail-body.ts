import { escapeHtml } from "./clean";
import type { Message } from "./message";

/** The message as plain text of a mail. */
export function mailText(message: Message): string {
  const facts = message.facts.map(({ label, value }) => `${label}: ${value}`);
  const blocks = [
    message.title,
    ...message.lines,
    facts.join("\n"),
    `${message.link.label}: ${message.link.url}`,
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n\n-- \n${message.footer}\n`;
}

/** Colours that hold 4.5:1 on their own ground, so that a client that inverts or not stays readable. */
const LEVELS: Record<Message["level"], { color: string; word: string }> = {
  down: { color: "#b91c1c", word: "Down" },
  up: { color: "#15803d", word: "Recovered" },
  warning: { color: "#b45309", word: "Warning" },
  info: { color: "#1d4ed8", word: "Notice" },
};

const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:24px;background:#f6f6f4;color:#1a1a1a;font:16px/1.5 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
.card{max-width:560px;margin:0 auto;background:#ffffff;border:1px solid #dcdcd8;border-radius:8px;overflow:hidden}
.in{padding:20px 24px 24px}
h1{margin:0 0 12px;font-size:20px;line-height:1.3}
p{margin:0 0 12px;white-space:pre-line}
table{border-collapse:collapse;margin:0 0 20px}
th{text-align:left;font-weight:400;padding:2px 16px 2px 0;color:#5c5c5c;vertical-align:top}
td{padding:2px 0}
.go{display:inline-block;padding:10px 16px;border-radius:6px;background:#1a1a1a;color:#ffffff;text-decoration:none}
.foot{max-width:560px;margin:12px auto 0;color:#5c5c5c;font-size:13px}
@media (prefers-color-scheme:dark){
body{background:#111111;color:#ededed}.card{background:#1a1a1a;border-color:#3a3a3a}
th,.foot{color:#b0b0b0}.go{background:#ededed;color:#111111}}`;

/** The message as a mail's HTML: no image, no script, nothing fetched; every text is escaped (T18). */
export function mailHtml(message: Message): string {
  const level = LEVELS[message.level];
  const lines = message.lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("");
  const rows = message.facts
    .map(
      ({ label, value }) => `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
    )
    .join("");
  const title = escapeHtml(message.title);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title><style>${STYLE}</style></head>
<body><div class="card"><div style="background:${level.color};color:#ffffff;padding:8px 24px;font-weight:600">${level.word}</div>
<div class="in"><h1>${title}</h1>${lines}${rows ? `<table role="presentation">${rows}</table>` : ""}
<a class="go" href="${escapeHtml(message.link.url)}">${escapeHtml(message.link.label)}</a></div></div>
<div class="foot">${escapeHtml(message.footer)}</div></body></html>
`;
}

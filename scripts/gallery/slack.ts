interface Text {
  readonly type: string;
  readonly text: string;
}
interface Block {
  readonly type: string;
  readonly text?: Text;
  readonly fields?: readonly Text[];
  readonly elements?: readonly Text[];
}

export const SLACK_STYLE = `body{background:#fff;color:#1d1c1d}.m{max-width:640px}.t{color:#616061;font-size:12px}
.b{margin:4px 0;white-space:pre-wrap;overflow-wrap:anywhere}.att{border-left:4px solid;border-radius:4px;padding:2px 0 2px 12px;margin-top:4px}
.f{display:grid;grid-template-columns:1fr 1fr;gap:8px 16px}.context{font-size:12px;color:#616061}a{color:#1264a3;text-decoration:none}
code{background:#f6f6f6;border:1px solid #ddd;color:#e01e5a;padding:1px 3px;border-radius:3px}`;

/** Renders a message the way Slack's Block Kit Builder does; the small line is the notification. */
export function slackHtml(body: Record<string, unknown>): string {
  const blocks = (body.blocks ?? []) as Block[];
  const attachments = (body.attachments ?? []) as { color: string; blocks: Block[] }[];
  const bars = attachments.map(
    ({ color, blocks: own }) =>
      `<div class="att" style="border-color:${color}">${own.map(blockHtml).join("")}</div>`,
  );
  return `<div class="m"><div class="t">Notification: ${String(body.text)}</div>${blocks.map(blockHtml).join("")}${bars.join("")}</div>`;
}

function blockHtml(block: Block): string {
  if (block.fields)
    return `<div class="b f">${block.fields.map((one) => `<div>${textHtml(one)}</div>`).join("")}</div>`;
  if (block.elements) return `<div class="b ${block.type}">${block.elements.map(textHtml).join(" ")}</div>`;
  return block.text ? `<div class="b">${textHtml(block.text)}</div>` : "";
}

/** Renders mrkdwn, whose `&`, `<` and `>` are escaped, so that the remaining ones are Slack's link syntax. */
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

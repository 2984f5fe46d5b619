import { escapeHtml } from "@/lib/notify/message/clean";

interface Embed {
  readonly title: string;
  readonly url: string;
  readonly description?: string;
  readonly color: number;
  readonly fields: readonly { name: string; value: string; inline: boolean }[];
  readonly footer: { text: string };
}

export const DISCORD_STYLE = `body{background:#313338;color:#dbdee1}.e{max-width:520px;background:#2b2d31;border-left:4px solid;border-radius:4px;padding:8px 16px 16px 12px;overflow-wrap:anywhere}
.e>*{margin-top:8px}a{color:#00a8fc;font-weight:600;text-decoration:none;font-size:16px}.d{font-size:14px;white-space:pre-wrap}
.f{display:grid;grid-template-columns:repeat(3,1fr);gap:8px;font-size:14px}.f b{display:block;font-size:14px}.foot{font-size:12px;color:#b5bac1}code{background:#1e1f22}`;

/** Renders a message with one embed the way Discord does. */
export function discordHtml(body: Record<string, unknown>): string {
  const embeds = (body.embeds ?? []) as Embed[];
  return embeds.map(embedHtml).join("");
}

function embedHtml(embed: Embed): string {
  const fields = embed.fields.map(
    ({ name, value }) => `<div><b>${markdown(name)}</b>${markdown(value)}</div>`,
  );
  const color = `#${embed.color.toString(16).padStart(6, "0")}`;
  return `<div class="e" style="border-color:${color}"><div><a href="${escapeHtml(embed.url)}">${markdown(embed.title)}</a></div>
${embed.description ? `<div class="d">${markdown(embed.description)}</div>` : ""}<div class="f">${fields.join("")}</div>
<div class="foot">${escapeHtml(embed.footer.text)}</div></div>`;
}

const MARKS: [RegExp, string][] = [
  [/\*\*([^*\n]+)\*\*/g, "<b>$1</b>"],
  [/\*([^*\n]+)\*/g, "<i>$1</i>"],
  [/(?<!\w)_([^_\n]+)_(?!\w)/g, "<i>$1</i>"],
  [/~~([^~\n]+)~~/g, "<s>$1</s>"],
  [/`([^`\n]+)`/g, "<code>$1</code>"],
  [/\[([^[\]\n]+)\]\((https?:[^()\s]+)\)/g, '<a href="$2">$1</a>'],
  [/(@everyone|@here)/g, "<mark>$1</mark>"],
];

/** Renders Discord's Markdown; escaped marks move to a private-use area meanwhile. */
function markdown(text: string): string {
  const hidden = text.replace(/\\([\\*_~`|>#[\]()<@])/g, (_, mark: string) =>
    String.fromCharCode(0xe000 + mark.charCodeAt(0)),
  );
  const marked = MARKS.reduce((html, [pattern, tag]) => html.replace(pattern, tag), escapeHtml(hidden));
  return marked.replace(/[\ue000-\ue07f]/g, (hiding) =>
    escapeHtml(String.fromCharCode(hiding.charCodeAt(0) - 0xe000)),
  );
}

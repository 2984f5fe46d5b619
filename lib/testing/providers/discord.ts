import { escapeHtml } from "@/lib/shared/text/escape-html";
import { bodyOf, firstWrong, type Provider } from "./provider";

interface Embed {
  title?: string;
  description?: string;
  url?: string;
  color?: number;
  fields?: { name: string; value: string }[];
  footer?: { text: string };
}

const STYLE = `body{background:#313338;color:#dbdee1}.e{max-width:520px;background:#2b2d31;border-left:4px solid;border-radius:4px;padding:8px 16px 16px 12px;overflow-wrap:anywhere}
.e>*{margin-top:8px}a{color:#00a8fc;font-weight:600;text-decoration:none;font-size:16px}.d{font-size:14px;white-space:pre-wrap}
.f{display:grid;grid-template-columns:repeat(3,1fr);gap:8px;font-size:14px}.f b{display:block;font-size:14px}.foot{font-size:12px;color:#b5bac1}code{background:#1e1f22}`;

const size = (text: string | undefined): number => [...(text ?? "")].length;

/** Discord's embeds with their limits (discord.com/developers/docs); 6000 characters over all of them. */
export const discordProvider: Provider = {
  app: "discord",
  name: "discord",
  env: (url) => ({ DISCORD_API_URL: url }),
  settings: () => ({ webhook_url: "https://discord.com/api/webhooks/42/token-of-tests" }),
  messageSettings: null,
  refusal: (received) => {
    const body = bodyOf(received);
    const embeds = (body.embeds ?? []) as Embed[];
    const fields = embeds.flatMap((embed) => embed.fields ?? []);
    const total = embeds.reduce(
      (sum, embed) => sum + size(embed.title) + size(embed.description) + size(embed.footer?.text),
      0,
    );
    const isEdit = received.method === "PATCH";
    const path = isEdit
      ? "/api/webhooks/42/token-of-tests/messages/1234567890"
      : "/api/webhooks/42/token-of-tests?wait=true";
    return firstWrong([
      [received.path === path, "Unknown Webhook"],
      [embeds.length >= 1 && embeds.length <= 10, "Must be 10 or fewer in length"],
      [embeds.every((embed) => size(embed.title) <= 256 && size(embed.description) <= 4096), "too long"],
      [
        embeds.every((embed) => (embed.fields?.length ?? 0) <= 25 && size(embed.footer?.text) <= 2048),
        "too many",
      ],
      [fields.every((field) => size(field.name) >= 1 && size(field.name) <= 256), "field name"],
      [fields.every((field) => size(field.value) >= 1 && size(field.value) <= 1024), "field value"],
      [
        total + fields.reduce((sum, field) => sum + size(field.name) + size(field.value), 0) <= 6000,
        "over 6000",
      ],
      [embeds.every((embed) => Number.isInteger(embed.color) && URL.canParse(String(embed.url))), "embed"],
      [JSON.stringify(body.allowed_mentions) === '{"parse":[]}', "may mention"],
    ]);
  },
  success: () => ({ status: 200, body: { id: "1234567890", type: 0 } }),
  softError: { status: 200, body: { code: 50_035, message: "Invalid Form Body" } },
  busy: (seconds) => ({
    body: { message: "You are being rate limited.", retry_after: seconds, global: false },
    headers: {},
  }),
  look: { style: STYLE, html: (step) => ((bodyOf(step).embeds ?? []) as Embed[]).map(embedHtml).join("") },
};
export const providers = [discordProvider];

/** Renders an embed the way Discord does. */
function embedHtml(embed: Embed): string {
  const fields = (embed.fields ?? []).map(
    ({ name, value }) => `<div><b>${markdown(name)}</b>${markdown(value)}</div>`,
  );
  const color = `#${(embed.color ?? 0).toString(16).padStart(6, "0")}`;
  return `<div class="e" style="border-color:${color}"><div><a href="${escapeHtml(embed.url ?? "")}">${markdown(embed.title ?? "")}</a></div>
${embed.description ? `<div class="d">${markdown(embed.description)}</div>` : ""}<div class="f">${fields.join("")}</div>
<div class="foot">${escapeHtml(embed.footer?.text ?? "")}</div></div>`;
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

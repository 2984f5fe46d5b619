import MarkdownIt from "markdown-it";
import { once } from "@/lib/shared/once";
import { Recent } from "@/lib/shared/recent";
import { trimEndOf } from "@/lib/shared/trim-end";

const LINK_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);
const LINK_REL = "nofollow noopener noreferrer ugc";

/**
 * Allows only absolute http, https, and mailto links without user info. Everything else stays text, so that an update can't
 * carry script or misleading links.
 */
function isSafeLink(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return LINK_PROTOCOLS.has(protocol) && !username && !password;
}

/** Each text is shown in several documents, and again whenever one of them changes. */
const rendered = new Recent<string>(2_000_000, (html) => html.length);

type Renderer = ReturnType<typeof MarkdownIt>;

function renderer(): Renderer {
  return once("markdown", () => {
    const made = new MarkdownIt("commonmark", { html: false, linkify: true, breaks: true });
    made.enable(["table", "strikethrough", "linkify"]).disable(["image", "html_block", "html_inline"]);
    made.validateLink = isSafeLink;
    made.renderer.rules.link_open = (tokens, index, options, _env, self) => {
      tokens[index]?.attrSet("rel", LINK_REL);
      return self.renderToken(tokens, index, options);
    };
    // Headings of an update must not outrank those of the page around it.
    const heading: typeof made.renderer.rules.heading_open = (tokens, index) =>
      tokens[index]?.nesting === 1 ? "<p><strong>" : "</strong></p>\n";
    made.renderer.rules.heading_open = heading;
    made.renderer.rules.heading_close = heading;
    return made;
  });
}

/** Renders Markdown to a fixed set of tags. Raw HTML, images, and unsafe links stay visible text. The result is safe to insert as HTML. */
export function markdownToHtml(text: string): string {
  const known = rendered.get(text);
  if (known !== undefined) return known;
  const html = renderer().render(text);
  rendered.set(text, html);
  return html;
}

/** Renders Markdown as plain text: no marks, lists with bullets or numbers, links followed by their URL. */
export function markdownToText(text: string): string {
  const lists: (number | null)[] = [];
  let out = "";
  for (const token of renderer().parse(text, {})) {
    if (token.type === "bullet_list_open") lists.push(null);
    else if (token.type === "ordered_list_open") lists.push(Number(token.attrGet("start") ?? 1));
    else if (token.type.endsWith("_list_close")) {
      lists.pop();
      if (lists.length === 0) out += "\n";
    } else if (token.type === "list_item_open") out += itemMark(lists);
    else if (token.type === "inline") out += inlineText(token.children ?? []);
    else if (token.type === "fence" || token.type === "code_block") out += `${token.content}\n`;
    else if (token.type === "th_close" || token.type === "td_close") out += "  ";
    else if (token.type === "tr_close") out += "\n";
    else if (token.type === "paragraph_close" || token.type === "heading_close")
      out += lists.length > 0 ? "\n" : "\n\n";
  }
  return out
    .split("\n")
    .map((line) => trimEndOf(line, /[ \t]/))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function itemMark(lists: (number | null)[]): string {
  const indent = "  ".repeat(Math.max(0, lists.length - 1));
  const number = lists.at(-1) ?? null;
  if (number === null) return `${indent}• `;
  lists[lists.length - 1] = number + 1;
  return `${indent}${number}. `;
}

function inlineText(tokens: ReturnType<Renderer["parse"]>): string {
  let out = "";
  const links: { href: string; from: number }[] = [];
  for (const token of tokens) {
    if (token.type === "softbreak" || token.type === "hardbreak") out += "\n";
    else if (token.type === "link_open")
      links.push({ href: String(token.attrGet("href") ?? ""), from: out.length });
    else if (token.type === "link_close") {
      const link = links.pop();
      const label = link ? out.slice(link.from) : "";
      if (link && !link.href.endsWith(label)) out += ` (${link.href})`;
    } else out += token.content;
  }
  return out;
}

import MarkdownIt from "markdown-it";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import { linkFrom } from "./files";

type Token = ReturnType<ReturnType<typeof MarkdownIt>["parse"]>[number];

export interface Heading {
  readonly level: number;
  readonly anchor: string;
  readonly text: string;
}

export interface Guide {
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** Renders one of the program's own Markdown documents, whose comments and other HTML are left out. */
export function renderGuide(file: string, source: string): Guide {
  const markdown = new MarkdownIt("commonmark", { html: true }).enable(["table", "strikethrough"]);
  markdown.renderer.rules.html_block = () => "";
  // Keyboards scroll only what has the focus.
  markdown.renderer.rules.fence = (all, index) =>
    `<pre tabindex="0"><code>${escapeHtml(all[index]?.content ?? "")}</code></pre>\n`;
  markdown.renderer.rules.table_open = () => '<div class="scroll" tabindex="0"><table>\n';
  markdown.renderer.rules.table_close = () => "</table></div>\n";
  const tokens = markdown.parse(source, {});
  const headings: Heading[] = [];
  for (const [index, token] of tokens.entries()) {
    for (const child of token.children ?? []) relink(file, child);
    if (token.type !== "heading_open") continue;
    const text = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join("");
    const anchor = freeAnchor(anchorOf(text), headings);
    token.attrSet("id", anchor);
    headings.push({ level: Number(token.tag.slice(1)), anchor, text });
  }
  return { html: markdown.renderer.render(tokens, markdown.options, {}), headings };
}

function relink(file: string, token: Token): void {
  for (const name of ["href", "src"]) {
    const link = token.attrGet(name);
    if (link !== null) token.attrSet(name, linkFrom(file, String(link)));
  }
}

/** Returns the fragment of a heading's address, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}

function freeAnchor(wanted: string, headings: readonly Heading[]): string {
  const isTaken = (anchor: string) => headings.some((heading) => heading.anchor === anchor);
  let anchor = wanted;
  for (let number = 1; isTaken(anchor); number++) anchor = `${wanted}-${number}`;
  return anchor;
}

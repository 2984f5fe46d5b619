import MarkdownIt from "markdown-it";
import { once } from "@/lib/shared/once";

const LINK_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);
const LINK_REL = "nofollow noopener noreferrer ugc";

/** Only absolute http, https and mailto links, without user info; anything else stays as text (T14, T17). */
function isSafeLink(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return LINK_PROTOCOLS.has(protocol) && !username && !password;
}

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

/** Markdown to a closed set of tags: raw HTML, images and unsafe links stay visible text. Safe to insert as HTML. */
export function markdownToHtml(text: string): string {
  return renderer().render(text);
}

import { readFile } from "node:fs/promises";
import { programFile } from "@/lib/shared/env";
import { plainHeaders, plainPage } from "@/lib/shared/plain-document";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import { type ReadingPage, readingPage } from "../reference/reading-page";
import type { ApiReply, ApiRequest } from "../request";
import { withEtag } from "../router/respond";
import { addressOf, guideFiles } from "./files";
import { type Guide, renderGuide } from "./markdown";

const INDEX = "docs/README.md";
const IMAGES: Readonly<Record<string, string>> = { png: "image/png", svg: "image/svg+xml" };
/** From this many sections on, a guide has a table of contents. */
const CONTENTS_MIN = 3;
/** The list of all guides, on one screen where there is room. */
const INDEX_STYLE = `.index ul{list-style:none;padding:0;margin:0 0 2rem;break-inside:avoid}.index h2{font-size:1.1rem;margin:0 0 .5rem;break-after:avoid}
@media (min-width:70rem){main:has(>.index){max-width:76rem}.index{columns:2;column-gap:3rem}.index h1{column-span:all}}`;

/** Answers a path below `/docs` with a guide, rendered from its Markdown, or with a file that guides link to. */
export async function serveGuides(request: ApiRequest): Promise<ApiReply> {
  if (request.method !== "GET" && request.method !== "HEAD")
    return plain(405, "Method not allowed", "Use GET to read this page.", { Allow: "GET, HEAD" });
  const file = guideFiles().get(request.path);
  if (!file) return plain(404, "Page not found", 'See <a href="/docs">all guides</a>.');
  const headers = { "Cache-Control": "public, max-age=300", "X-Content-Type-Options": "nosniff" };
  const content = await readFile(programFile(file));
  const ending = file.slice(file.lastIndexOf(".") + 1);
  if (ending === "md") {
    const { html, policy } = await guidePage(file, content.toString());
    const type = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
    return withEtag({ status: 200, headers: { ...headers, ...type }, body: html }, request);
  }
  const type = IMAGES[ending] ?? "text/plain; charset=utf-8";
  return { status: 200, headers: { ...headers, "Content-Type": type }, body: content };
}

function plain(status: number, title: string, text: string, headers: Record<string, string> = {}): ApiReply {
  const body = plainPage(title, text);
  return { status, headers: { ...plainHeaders(body), ...headers }, body };
}

async function guidePage(file: string, source: string): Promise<ReadingPage> {
  const guide = renderGuide(file, source);
  const index = renderGuide(INDEX, await readFile(programFile(INDEX), "utf8"));
  const title = guide.headings[0]?.text ?? file;
  return readingPage({
    title: file === INDEX ? "Vedette guides" : `${title} – Vedette guides`,
    brand: "Guides",
    navigation: navigation(index, addressOf(file)),
    style: file === INDEX ? INDEX_STYLE : "",
    main:
      file === INDEX
        ? `<div class="index">${guide.html}</div>`
        : guide.html.replace("</h1>", `</h1>${contents(guide)}`),
  });
}

const GROUP_OR_LINK = /<h2[^<>]*>([^<>]*)<|<a href="([^"<>]*)">([^<>]*)</g;

/** Returns the lists of the index without its title and remarks, with the page that is open marked. */
function navigation({ html }: Guide, address: string): string {
  const groups: { name: string; links: string[] }[] = [];
  for (const [, name, href, text] of html.matchAll(GROUP_OR_LINK)) {
    const current = href === address ? ' aria-current="page"' : "";
    if (name !== undefined) groups.push({ name, links: [] });
    else groups.at(-1)?.links.push(`<li><a href="${href}"${current}>${text}</a></li>`);
  }
  return groups.map(({ name, links }) => `<p class="group">${name}</p><ul>${links.join("")}</ul>`).join("");
}

function contents({ headings }: Guide): string {
  const sections = headings.filter(({ level }) => level === 2);
  if (sections.length < CONTENTS_MIN) return "";
  const links = sections.map(({ anchor, text }) => `<li><a href="#${anchor}">${escapeHtml(text)}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><div><p>On this page</p><ul>${links.join("")}</ul></div></nav>`;
}

import { type OpenapiDocument, openapiDocument } from "@/lib/contract/reference/openapi";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import { codeHtml, jsonHtml, prose } from "./html";
import type { ListedOperation } from "./listed";
import { operationHtml, verbHtml } from "./operation";
import { type ReadingPage, readingPage } from "./reading-page";
import { REFERENCE_SCRIPT } from "./reference-script";
import { REFERENCE_STYLE } from "./reference-style";

/** Returns the API reference as one static page, generated from the OpenAPI document. It's complete without its script. */
export function referencePage(origin: string): ReadingPage {
  const document = openapiDocument(origin);
  const groups = groupsOf(document);
  return readingPage({
    title: "Vedette API reference",
    brand: "API",
    head: '<link rel="alternate" type="text/markdown" href="/api/llms.txt">',
    navigation: navigation(groups),
    main: `${introduction(document, origin)}${groups.map((group) => groupHtml(group, document)).join("")}`,
    style: REFERENCE_STYLE,
    script: REFERENCE_SCRIPT,
  });
}

function introduction({ info }: OpenapiDocument, origin: string): string {
  const address = `${origin}/api`;
  const request = `curl '${address}/uptime/monitors' \\\n  -H "Authorization: Bearer $TOKEN"`;
  const failure = { message: "name is required.", errors: { name: ["name is required."] } };
  const code = [
    codeHtml("Base address", escapeHtml(address)),
    codeHtml("First request", escapeHtml(request)),
    codeHtml("Error", jsonHtml(failure)),
  ];
  return `<article class="start"><div class="read"><h1 id="top">Vedette API <small>${escapeHtml(String(info.version))}</small></h1>${sections(String(info.description))}<p><a href="${escapeHtml(address)}/openapi.json">OpenAPI 3.1 document</a></p></div><div class="code">${code.join("")}</div></article>`;
}

/** Renders paragraphs, with a heading for each that begins with a bold label. */
function sections(text: string): string {
  return prose(text).replaceAll(/<p><strong>([^<]+)\.<\/strong> /g, "<h4>$1</h4><p>");
}

interface Group {
  readonly tag: string;
  readonly operations: ListedOperation[];
}

function groupsOf(document: OpenapiDocument): Group[] {
  const groups = new Map<string, ListedOperation[]>();
  const add = (path: string, item: Record<string, Record<string, unknown>>) => {
    for (const [method, operation] of Object.entries(item)) {
      const tag = String((operation.tags as string[])[0]);
      groups.set(tag, [...(groups.get(tag) ?? []), { method: method.toUpperCase(), path, operation }]);
    }
  };
  for (const [path, item] of Object.entries(document.paths)) add(path, item);
  for (const [key, item] of Object.entries(document.webhooks))
    add(key, item as Record<string, Record<string, unknown>>);
  return [...groups].map(([tag, operations]) => ({ tag, operations }));
}

function anchorOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}

function navigation(groups: readonly Group[]): string {
  return groups
    .map(({ tag, operations }) => {
      const links = operations.map((one) => `<li>${operationLink(one, String(one.operation.summary))}</li>`);
      const all = `<li><a href="#${anchorOf(tag)}">All of ${escapeHtml(tag)}</a></li>`;
      return `<details><summary>${escapeHtml(tag)}</summary><ul>${all}${links.join("")}</ul></details>`;
    })
    .join("");
}

function operationLink({ method, path, operation }: ListedOperation, text: string): string {
  const href = `#${escapeHtml(String(operation.operationId))}`;
  return `<a href="${href}" title="${escapeHtml(path)}">${verbHtml(method)}<span>${escapeHtml(text)}</span></a>`;
}

/** Returns the operations of a group below a list of their paths. */
function groupHtml({ tag, operations }: Group, document: OpenapiDocument): string {
  const paths = operations.map((one) => `<li>${operationLink(one, one.path)}</li>`).join("");
  const list = `<figure><figcaption>Endpoints</figcaption><ul>${paths}</ul></figure>`;
  return `<section><div class="head"><h2 id="${anchorOf(tag)}">${escapeHtml(tag)}</h2><div class="code">${list}</div></div>${operations.map((one) => operationHtml(one, document)).join("")}</section>`;
}

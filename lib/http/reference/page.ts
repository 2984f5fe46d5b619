import { type OpenapiDocument, openapiDocument } from "@/lib/contract/reference/openapi";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import { prose } from "./html";
import type { ListedOperation } from "./listed";
import { operationHtml } from "./operation";
import { type ReadingPage, readingPage } from "./reading-page";

/** Returns the API reference as one static page without scripts, generated from the OpenAPI document. */
export function referencePage(origin: string): ReadingPage {
  const document = openapiDocument(origin);
  const groups = groupsOf(document);
  return readingPage({
    title: "Vedette API reference",
    brand: "API",
    head: '<link rel="alternate" type="text/markdown" href="/api/llms.txt">',
    navigation: navigation(groups),
    main: `<h1 id="top">Vedette API <small>${escapeHtml(String(document.info.version))}</small></h1><p>Base address: <code>${escapeHtml(origin)}/api</code> · <a href="${escapeHtml(origin)}/api/openapi.json">OpenAPI 3.1 document</a></p>${prose(String(document.info.description))}${groups.map((group) => groupHtml(group, document)).join("")}`,
  });
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
      const links = operations.map(
        ({ method, operation }) =>
          `<li><a href="#${escapeHtml(String(operation.operationId))}"><span class="verb ${method.toLowerCase()}">${method}</span>${escapeHtml(String(operation.summary))}</a></li>`,
      );
      const all = `<li><a href="#${anchorOf(tag)}">All of ${escapeHtml(tag)}</a></li>`;
      return `<details><summary>${escapeHtml(tag)}</summary><ul>${all}${links.join("")}</ul></details>`;
    })
    .join("");
}

function groupHtml({ tag, operations }: Group, document: OpenapiDocument): string {
  return `<section><h2 id="${anchorOf(tag)}">${escapeHtml(tag)}</h2>${operations.map((one) => operationHtml(one, document)).join("")}</section>`;
}

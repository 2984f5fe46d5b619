import { createHash } from "node:crypto";
import { type OpenapiDocument, openapiDocument } from "@/lib/contract/reference/openapi";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import { prose } from "./html";
import type { ListedOperation } from "./listed";
import { operationHtml } from "./operation";
import { STYLE } from "./style";

export interface ReferencePage {
  readonly html: string;
  /** Content-Security-Policy that allows only the page's own style. */
  readonly policy: string;
}

/** Returns the API reference as one static page without scripts, generated from the OpenAPI document. */
export function referencePage(origin: string): ReferencePage {
  const document = openapiDocument(origin);
  const styleHash = createHash("sha256").update(STYLE).digest("base64");
  const groups = groupsOf(document);
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>Vedette API reference</title><link rel="icon" href="/icon.svg"><link rel="alternate" type="text/markdown" href="/api/llms.txt"><style>${STYLE}</style></head><body><a class="skip" href="#main">Skip to content</a><nav aria-label="Reference"><p class="brand"><a href="#top">Vedette API</a> <small>${escapeHtml(String(document.info.version))}</small></p><details open><summary>Contents</summary>${navigation(groups)}</details></nav><main id="main"><h1 id="top">Vedette API</h1><p>Base address: <code>${escapeHtml(origin)}/api</code> · <a href="${escapeHtml(origin)}/api/openapi.json">OpenAPI 3.1 document</a></p>${prose(String(document.info.description))}${groups.map((group) => groupHtml(group, document)).join("")}</main></body></html>\n`;
  return {
    html,
    policy: `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
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
      return `<p class="group"><a href="#${anchorOf(tag)}">${escapeHtml(tag)}</a></p><ul>${links.join("")}</ul>`;
    })
    .join("");
}

function groupHtml({ tag, operations }: Group, document: OpenapiDocument): string {
  return `<section><h2 id="${anchorOf(tag)}">${escapeHtml(tag)}</h2>${operations.map((one) => operationHtml(one, document)).join("")}</section>`;
}

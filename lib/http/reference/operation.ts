import type { JsonSchema } from "@/lib/contract/reference/json-schema";
import type { OpenapiDocument } from "@/lib/contract/reference/openapi";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import { fieldList, rowHtml, typeOf } from "./fields";
import { codeHtml, inline, jsonHtml, prose } from "./html";
import type { ListedOperation } from "./listed";

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description: string;
  schema: JsonSchema;
  example?: unknown;
  $ref?: string;
}
type Content = Record<string, { schema: JsonSchema; example?: unknown }>;

/** Renders one operation: what it does and its fields to read, and beside them a request and a response as code. */
export function operationHtml(listed: ListedOperation, document: OpenapiDocument): string {
  const { method, path, operation } = listed;
  const id = String(operation.operationId);
  const parameters = parametersOf(operation, document);
  const isHeader = (one: Parameter) => one.in === "header";
  return [
    `<article id="${escapeHtml(id)}"><div class="read"><h3><a href="#${escapeHtml(id)}">${escapeHtml(String(operation.summary))}</a></h3>`,
    `<p class="address">${verbHtml(method)} <code>${escapeHtml(addressOf(path))}</code></p>`,
    prose(String(operation.description)),
    parametersHtml(
      parameters.filter((one) => !isHeader(one)),
      document,
    ),
    bodyHtml(operation, document),
    headersHtml(parameters.filter(isHeader), document),
    answerHtml(operation, document, isWebhook(path)),
    `</div><div class="code">${requestCode(listed, document)}${responseCode(listed)}</div></article>`,
  ].join("");
}

/** Returns the method as a colored label. */
export function verbHtml(method: string): string {
  return `<span class="verb ${method.toLowerCase()}">${method === "DELETE" ? "DEL" : method}</span>`;
}

/** Returns the path of an endpoint. Webhooks are requests to an address of the reader. */
export function addressOf(path: string): string {
  return isWebhook(path) ? "your URL" : path;
}

function isWebhook(path: string): boolean {
  return !path.startsWith("/");
}

function parametersOf(operation: Record<string, unknown>, document: OpenapiDocument): Parameter[] {
  const shared = document.components.parameters as Record<string, Parameter>;
  return ((operation.parameters ?? []) as Parameter[]).map((one) =>
    one.$ref ? (shared[one.$ref.split("/").at(-1) ?? ""] ?? one) : one,
  );
}

function parametersHtml(parameters: readonly Parameter[], document: OpenapiDocument): string {
  return parameters.length === 0 ? "" : `<h4>Parameters</h4>${parameterList(parameters, document)}`;
}

/** Folds the headers, because most operations take the same ones. */
function headersHtml(parameters: readonly Parameter[], document: OpenapiDocument): string {
  if (parameters.length === 0) return "";
  return `<details class="more"><summary>Request headers</summary>${parameterList(parameters, document)}</details>`;
}

function parameterList(parameters: readonly Parameter[], document: OpenapiDocument): string {
  const rows = parameters.map(({ name, in: place, required, description, schema }) =>
    rowHtml({
      name,
      type: `${place} ${typeOf(schema, document)}`,
      required,
      text: `${inline(description)}${choices(schema)}`,
    }),
  );
  return `<ul class="fields">${rows.join("")}</ul>`;
}

/** Returns the allowed values of a parameter, or of each item of a repeated one. */
function choices(schema: JsonSchema): string {
  const items = (schema.items ?? {}) as JsonSchema;
  const values = schema.enum ?? items.enum ?? [];
  if (values.length === 0) return "";
  return ` One of ${values.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(", ")}.`;
}

function bodyOf(operation: Record<string, unknown>): Content[string] | undefined {
  const body = operation.requestBody as { content: Content } | undefined;
  return body?.content["application/json"];
}

function bodyHtml(operation: Record<string, unknown>, document: OpenapiDocument): string {
  const json = bodyOf(operation);
  return json ? `<h4>Body</h4>${fieldList(json.schema, document)}` : "";
}

function requestCode({ method, path, operation }: ListedOperation, document: OpenapiDocument): string {
  const example = bodyOf(operation)?.example;
  const label = `${verbHtml(method)} ${escapeHtml(addressOf(path))}`;
  if (isWebhook(path)) return example === undefined ? "" : codeHtml(label, jsonHtml(example));
  const examples = new Map(
    parametersOf(operation, document).map(({ name, example: value }) => [name, value]),
  );
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(examples.get(name) ?? 1));
  const url = `${(document.servers as { url: string }[])[0]?.url ?? ""}${filled}`;
  const lines = [escapeHtml(`curl ${method === "GET" ? "" : `-X ${method} `}'${url}'`)];
  if ((operation.security as unknown[] | undefined)?.length !== 0)
    lines.push(escapeHtml(`-H "Authorization: Bearer $TOKEN"`));
  if (example !== undefined) {
    lines.push(escapeHtml("-H 'Content-Type: application/json'"));
    lines.push(`-d '${jsonHtml(example).replaceAll("'", "'\\''")}'`);
  }
  return codeHtml(label, lines.join(" \\\n  "));
}

interface Answer {
  readonly description?: string;
  readonly content?: Content;
}

function successOf(operation: Record<string, unknown>): [status: string, answer: Answer] {
  const responses = operation.responses as Record<string, Answer>;
  return Object.entries(responses).find(([code]) => code.startsWith("2")) ?? ["200", {}];
}

function responseCode({ path, operation }: ListedOperation): string {
  const [status, { content }] = successOf(operation);
  const example = content?.["application/json"]?.example;
  if (isWebhook(path) || example === undefined) return "";
  return codeHtml(`Response ${status}`, jsonHtml(example));
}

function answerHtml(
  operation: Record<string, unknown>,
  document: OpenapiDocument,
  isOfReader: boolean,
): string {
  if (isOfReader) return "";
  const [status, { content, description = "" }] = successOf(operation);
  const json = content?.["application/json"];
  const refusals = Object.keys(operation.responses as object).filter((code) => !code.startsWith("2"));
  const others = refusals.length > 0 ? `<p class="quiet">Errors: ${refusals.join(", ")}</p>` : "";
  const fields = json ? fieldList(json.schema, document) : "";
  if (fields === "") return `<h4>Response ${status}</h4><p>${escapeHtml(description)}</p>${others}`;
  return `<details class="more"><summary>Response fields</summary>${fields}</details>${others}`;
}

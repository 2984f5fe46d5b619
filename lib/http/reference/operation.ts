import type { JsonSchema } from "@/lib/contract/reference/json-schema";
import type { OpenapiDocument } from "@/lib/contract/reference/openapi";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import { fieldTable } from "./fields";
import { inline, prose } from "./html";
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

/** Renders one operation: path, description, parameters, request and response fields, and a curl example. */
export function operationHtml(listed: ListedOperation, document: OpenapiDocument): string {
  const { method, path, operation } = listed;
  const id = String(operation.operationId);
  const isWebhook = !path.startsWith("/");
  return [
    `<article id="${escapeHtml(id)}"><h3><a href="#${escapeHtml(id)}">${escapeHtml(String(operation.summary))}</a></h3>`,
    `<p class="address"><span class="verb ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(isWebhook ? "your URL" : path)}</code></p>`,
    prose(String(operation.description)),
    parametersHtml(parametersOf(operation, document)),
    bodyHtml(operation, document),
    isWebhook ? "" : curlHtml(listed, document),
    answerHtml(operation, document, isWebhook),
    "</article>",
  ].join("");
}

function parametersOf(operation: Record<string, unknown>, document: OpenapiDocument): Parameter[] {
  const shared = document.components.parameters as Record<string, Parameter>;
  return ((operation.parameters ?? []) as Parameter[]).map((one) =>
    one.$ref ? (shared[one.$ref.split("/").at(-1) ?? ""] ?? one) : one,
  );
}

function parametersHtml(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return "";
  const rows = parameters.map(
    (one) =>
      `<tr><th scope="row"><code>${escapeHtml(one.name)}</code>${one.required ? ' <span class="must">required</span>' : ""}</th><td>${escapeHtml(one.in)}</td><td>${inline(one.description)}${choices(one.schema)}</td></tr>`,
  );
  return `<h4>Parameters</h4><div class="scroll" tabindex="0"><table><thead><tr><th>Name</th><th>In</th><th>Description</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

/** Returns the allowed values of a parameter, or of each item of a repeated one. */
function choices(schema: JsonSchema): string {
  const items = (schema.items ?? {}) as JsonSchema;
  const values = schema.enum ?? items.enum ?? [];
  if (values.length === 0) return "";
  return ` One of ${values.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(", ")}.`;
}

function bodyHtml(operation: Record<string, unknown>, document: OpenapiDocument): string {
  const body = operation.requestBody as { content: Content } | undefined;
  const json = body?.content["application/json"];
  if (!json) return "";
  return `<h4>Body</h4>${fieldTable(json.schema, document)}`;
}

function curlHtml({ method, path, operation }: ListedOperation, document: OpenapiDocument): string {
  const examples = new Map(parametersOf(operation, document).map(({ name, example }) => [name, example]));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(examples.get(name) ?? 1));
  const url = `${(document.servers as { url: string }[])[0]?.url ?? ""}${filled}`;
  const body = operation.requestBody as { content: Content } | undefined;
  const example = body?.content["application/json"]?.example;
  const lines = [`curl ${method === "GET" ? "" : `-X ${method} `}'${url}'`];
  if ((operation.security as unknown[] | undefined)?.length !== 0)
    lines.push(`-H "Authorization: Bearer $TOKEN"`);
  if (example !== undefined) {
    lines.push("-H 'Content-Type: application/json'");
    lines.push(`-d '${JSON.stringify(example, null, 2).replaceAll("'", "'\\''")}'`);
  }
  return `<h4>Example request</h4><pre tabindex="0"><code>${escapeHtml(lines.join(" \\\n  "))}</code></pre>`;
}

function answerHtml(
  operation: Record<string, unknown>,
  document: OpenapiDocument,
  isWebhook: boolean,
): string {
  const responses = operation.responses as Record<
    string,
    { description?: string; content?: Content; $ref?: string }
  >;
  const [status, success] = Object.entries(responses).find(([code]) => code.startsWith("2")) ?? ["200", {}];
  if (isWebhook) return "";
  const refusals = Object.keys(responses).filter((code) => !code.startsWith("2"));
  const others = refusals.length > 0 ? `<p class="quiet">Errors: ${refusals.join(", ")}.</p>` : "";
  const json = success.content?.["application/json"];
  if (!json) return `<h4>Response ${status}</h4><p>${escapeHtml(success.description ?? "")}</p>${others}`;
  const example =
    json.example === undefined
      ? ""
      : `<details><summary>Example</summary><pre tabindex="0"><code>${escapeHtml(JSON.stringify(json.example, null, 2))}</code></pre></details>`;
  return `<h4>Response ${status}</h4>${fieldTable(json.schema, document)}${example}${others}`;
}

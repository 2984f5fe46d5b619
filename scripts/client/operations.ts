import { type OpenapiDocument, openapiDocument } from "@/lib/contract/reference/openapi";
import { type Schema, typeText } from "./type-text";

/** First line of both files. */
const HEAD = "// Generated from the API contract by scripts/client-package.ts. Don't edit.\n";

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: Schema }> }>;
}
interface Found {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

function found(document: OpenapiDocument): Found[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      // The document's own type is any JSON object.
      operation: operation as unknown as Operation,
    })),
  );
}

/** Returns `operations.js`: method and path of every public operation. */
export function operationsText(): string {
  const lines = found(openapiDocument("https://status.example.com")).map(
    ({ method, path, operation }) => `  ${operation.operationId}: ["${method}", "${path}"],`,
  );
  return `${HEAD}export const operations = {\n${lines.join("\n")}\n};\n`;
}

/** Returns `operations.d.ts`: parameters and answers of each operation, and every named schema. */
export function typesText(): string {
  const document = openapiDocument("https://status.example.com");
  const schemas = Object.entries(document.components.schemas as Record<string, Schema>);
  const shapes = schemas.map(([name, schema]) => `export type ${name} = ${typeText(schema)};`);
  const lines = found(document).map(({ operation }) => operationText(operation));
  return `${HEAD}${shapes.join("\n")}\n\nexport interface Operations {\n${lines.join("\n")}\n}\n\nexport const operations: { readonly [Id in keyof Operations]: readonly [method: string, path: string] };\n`;
}

function operationText({ operationId, summary, parameters = [], requestBody, responses }: Operation): string {
  const own = parameters.filter((parameter) => !parameter.$ref);
  const json = requestBody?.content["application/json"]?.schema;
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  const answer = success?.content?.["application/json"]?.schema;
  const text = success?.content ? "string" : "undefined";
  return `  /** ${summary}. */\n  ${operationId}: {\n    params: ${fieldsText(own, "path")};\n    query: ${fieldsText(own, "query")};\n    body: ${json ? typeText(json) : "undefined"};\n    answer: ${answer ? typeText(answer) : text};\n  };`;
}

function fieldsText(parameters: readonly Parameter[], place: string): string {
  const fields = parameters.filter((parameter) => parameter.in === place);
  if (fields.length === 0) return "undefined";
  const lines = fields.map(
    ({ name, required, schema }) => `${JSON.stringify(name)}${required ? "" : "?"}: ${typeText(schema)};`,
  );
  return `{ ${lines.join(" ")} }`;
}

import type { Endpoint } from "@/lib/contract/core/endpoint";
import { type JsonSchema, SchemaRegistry } from "@/lib/contract/reference/json-schema";
import { publicEndpoints } from "@/lib/contract/reference/openapi";
import { operationOf } from "@/lib/contract/reference/operation";
import { once } from "@/lib/shared/once";
import type { ApiCall } from "../call-api";

/** A tool of the Model Context Protocol, as clients list it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { type: "object"; properties: Record<string, JsonSchema>; required: string[] };
  readonly annotations: Readonly<Record<`${string}Hint`, boolean>>;
}

interface Parameter {
  readonly name?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: JsonSchema;
}

const PROJECT: JsonSchema = {
  type: "integer",
  description: "ID of the project. Needed with an organization key, or if the user is in several projects.",
};

/** Returns the tools that a caller with these permissions can use: one per JSON endpoint of the public API. */
export function toolsFor(permissions: readonly string[]): Tool[] {
  return [...tools().values()].flatMap(({ endpoint, tool }) =>
    endpoint.permission === null || permissions.includes(endpoint.permission) ? [tool] : [],
  );
}

function tools() {
  return once("mcp.tools", () => {
    const registry = new SchemaRegistry();
    return new Map(
      publicEndpoints()
        .filter(({ scope, raw, isReadApart }) => scope !== "public" && !raw && !isReadApart)
        .map((endpoint) => [endpoint.id, { endpoint, tool: toolOf(endpoint, registry) }]),
    );
  });
}

function toolOf(endpoint: Endpoint, registry: SchemaRegistry): Tool {
  const { id: name, method, scope, summary: title, body } = endpoint;
  const operation = operationOf(endpoint, registry);
  const parameters = (operation.parameters as Parameter[]).filter(({ schema }) => schema !== undefined);
  const properties = Object.fromEntries([
    ...(scope === "project" ? [["project", PROJECT] as const] : []),
    ...parameters.map(({ name: field, schema, description }) => [field, { ...schema, description }] as const),
    ...(body ? [["body", registry.of(body, "input")] as const] : []),
  ]);
  const required = parameters.flatMap((each) => (each.required && each.name ? [each.name] : []));
  const needsBody = body !== undefined && !body.safeParse({}).success;
  return {
    name,
    title,
    description: `${title}. ${operation.description === title ? "" : operation.description}`.trim(),
    inputSchema: {
      type: "object",
      properties: inlined(properties, registry, []) as Record<string, JsonSchema>,
      required: needsBody ? [...required, "body"] : required,
    },
    annotations: {
      readOnlyHint: method === "GET",
      destructiveHint: method === "DELETE",
      idempotentHint: method !== "POST",
      openWorldHint: false,
    },
  };
}

const REFERENCE = "#/components/schemas/";

/** Replaces references, because many clients don't resolve them. */
function inlined(value: unknown, registry: SchemaRegistry, within: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => inlined(item, registry, within));
  if (typeof value !== "object" || value === null) return value;
  if ("$ref" in value && typeof value.$ref === "string") {
    const name = value.$ref.slice(REFERENCE.length);
    return within.includes(name) ? {} : inlined(registry.components[name], registry, [...within, name]);
  }
  const whole: JsonSchema = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, inlined(item, registry, within)]),
  );
  const variants = whole.oneOf as Variant[] | undefined;
  const [kind] = Object.keys(variants?.[0]?.properties ?? {}).filter((name) =>
    variants?.every(({ properties }) => properties?.[name]?.const !== undefined),
  );
  return variants && kind ? merged(variants, kind) : whole;
}

interface Variant {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/**
 * Returns one object for variants that a field tells apart. Repeating what they share for each of twenty protocols fills the context
 * of a language model. The server checks what belongs together.
 */
function merged(variants: readonly Variant[], kind: string): JsonSchema {
  const names = [...new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)))];
  const kindOf = ({ properties }: Variant) => properties?.[kind]?.const;
  const of = (name: string): JsonSchema => {
    if (name === kind) return { type: "string", enum: variants.flatMap((each) => kindOf(each) ?? []) };
    const kinds = new Map<string, unknown[]>();
    for (const variant of variants) {
      const text = variant.properties?.[name] && JSON.stringify(variant.properties[name]);
      if (text) kinds.set(text, [...(kinds.get(text) ?? []), kindOf(variant)]);
    }
    const all = [...kinds].map(([text, some]) => ({ ...JSON.parse(text), title: some.join(", ") }));
    return all.length === 1 ? JSON.parse([...kinds.keys()].join()) : { anyOf: all };
  };
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, of(name)])),
    required: names.filter((name) => variants.every(({ required }) => required?.includes(name))),
  };
}

/** Returns the API call of a tool; null if there is no such tool. */
export function callOf(name: string, args: Readonly<Record<string, unknown>>): ApiCall | null {
  const endpoint = tools().get(name)?.endpoint;
  if (!endpoint) return null;
  const { project, body, ...rest } = args;
  const query = new URLSearchParams();
  let path: string = endpoint.path;
  for (const [field, value] of Object.entries(rest)) {
    const filled = path.replace(`{${field}}`, () => encodeURIComponent(String(value)));
    if (filled === path && value !== undefined && value !== null)
      for (const one of [value].flat()) query.append(field, String(one));
    path = filled;
  }
  return {
    method: endpoint.method,
    path,
    query,
    ...(endpoint.body && { body: body ?? {} }),
    ...(project !== undefined && { headers: { "x-service-project-id": String(project) } }),
  };
}

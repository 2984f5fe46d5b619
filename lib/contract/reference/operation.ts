import * as z from "zod";
import { changesRecord, type Endpoint, isIdempotent } from "@/lib/contract/core/endpoint";
import { ListQuery } from "@/lib/contract/core/list";
import { exampleOf } from "./json-example";
import type { JsonSchema, SchemaRegistry } from "./json-schema";

type Json = Record<string, unknown>;

const PROJECT_HEADERS = [
  { $ref: "#/components/parameters/ProjectId" },
  { $ref: "#/components/parameters/ProjectSlug" },
];
const TEXT_TYPES: Record<string, readonly string[]> = {
  getMetrics: ["text/plain", "application/openmetrics-text"],
  exportPageSubscribers: ["text/csv"],
  exportConfiguration: ["application/yaml"],
  getDocs: ["text/html"],
  getLlmsText: ["text/markdown"],
  getOpenapi: ["application/json"],
};

/** Returns the operation object of an endpoint. */
export function operationOf(endpoint: Endpoint, registry: SchemaRegistry): Json {
  const isPublic = endpoint.scope === "public";
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    tags: [endpoint.tag],
    ...(isPublic && { security: [] }),
    ...(endpoint.scope === "session" && { security: [{ session: [] }], "x-session-only": true }),
    parameters: parametersOf(endpoint, registry),
    ...(endpoint.body && { requestBody: requestBodyOf(endpoint, endpoint.body, registry) }),
    responses: { ...successOf(endpoint, registry), ...refusalsOf(endpoint) },
  };
}

function descriptionOf(endpoint: Endpoint): string {
  const needs = endpoint.permission ? `Requires the \`${endpoint.permission}\` permission.` : "";
  return [endpoint.description, needs].filter(Boolean).join("\n\n") || endpoint.summary;
}

function parametersOf(endpoint: Endpoint, registry: SchemaRegistry): unknown[] {
  const params = endpoint.params ? registry.fields(endpoint.params, "output").properties : {};
  return [
    ...Object.entries(params).map(([name, schema]) => parameter("path", name, schema, true, registry)),
    ...queryParametersOf(endpoint, registry),
    ...(endpoint.scope === "project" ? PROJECT_HEADERS : []),
    ...(isIdempotent(endpoint) ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ...(changesRecord(endpoint) ? [{ $ref: "#/components/parameters/IfMatch" }] : []),
  ];
}

function queryParametersOf(endpoint: Endpoint, registry: SchemaRegistry): unknown[] {
  const filter = endpoint.query instanceof z.ZodObject ? endpoint.query : z.object({});
  const query = endpoint.list ? filter.extend(ListQuery.shape) : filter;
  const asGiven = registry.fields(query, "input");
  const asRead = registry.fields(query, "output").properties;
  return Object.entries(asGiven.properties).map(([name, given]) => {
    const read = asRead[name];
    // A repeated filter is documented as an array; the comma-separated text is an alternative.
    const schema = read?.type === "array" ? read : given;
    return parameter(
      "query",
      name,
      schema,
      asGiven.required.includes(name) && given.default === undefined,
      registry,
    );
  });
}

function parameter(
  where: string,
  name: string,
  schema: JsonSchema,
  required: boolean,
  registry: SchemaRegistry,
): Json {
  const { description, examples, ...rest } = schema;
  const item = rest.items as JsonSchema | undefined;
  return {
    name,
    in: where,
    required: required || where === "path",
    description:
      description ?? item?.description ?? (where === "path" ? "ID of the record." : `Filter by ${name}.`),
    ...(where === "query" && rest.type === "array" && { style: "form", explode: true }),
    schema: rest,
    example: examples?.[0] ?? exampleOf(rest, registry.components),
  };
}

/** JSON Schema has no forms: the fields are those of the JSON body. */
const FORM_SCHEMA = {
  type: "object",
  description:
    "The same fields with bracket keys: `components[0][componentable_type]`, `theme[light][operational]`, `access_ips[0]`. Booleans are 1, 0, true, or false. Numbers are text. `tags` is a single comma-separated string. An empty string means null. Files are parts; the text `false` removes one.",
  additionalProperties: true,
};

function requestBodyOf(endpoint: Endpoint, body: z.ZodType, registry: SchemaRegistry): Json {
  const schema = registry.of(body, "input");
  return {
    required: !body.safeParse({}).success,
    content: {
      "application/json": { schema, example: exampleOf(schema, registry.components) },
      ...(endpoint.multipart && { "multipart/form-data": { schema: FORM_SCHEMA } }),
    },
  };
}

function successOf(endpoint: Endpoint, registry: SchemaRegistry): Json {
  if (endpoint.response === null)
    return { [endpoint.status]: { description: "Success, without a body.", headers: headersOf() } };
  const textTypes = TEXT_TYPES[endpoint.id];
  const schema =
    endpoint.id === "getOpenapi" ? { type: "object" } : schemaOf(endpoint, endpoint.response, registry);
  const example = textTypes ? undefined : exampleOf(schema as JsonSchema, registry.components);
  const body = { schema, ...(example !== undefined && { example }) };
  const content = Object.fromEntries((textTypes ?? ["application/json"]).map((type) => [type, body]));
  return {
    [endpoint.status]: {
      description: endpoint.status === 201 ? "Created." : "OK.",
      headers: {
        ...headersOf(),
        ...(endpoint.status === 201 && { Location: { $ref: "#/components/headers/Location" } }),
      },
      content,
    },
    ...(endpoint.judgesReadiness && {
      503: { description: "Not ready.", headers: headersOf(), content },
    }),
  };
}

function schemaOf(endpoint: Endpoint, response: z.ZodType, registry: SchemaRegistry): Json {
  const schema = registry.of(response, "output");
  if (!endpoint.list) return schema as Json;
  return {
    type: "object",
    required: ["data", "meta", "links"],
    properties: {
      data: { type: "array", items: schema },
      meta: { $ref: "#/components/schemas/ListMeta" },
      links: { $ref: "#/components/schemas/ListLinks" },
    },
  };
}

function headersOf(): Json {
  return { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };
}

function refusalsOf(endpoint: Endpoint): Json {
  return Object.fromEntries(
    refusalNames(endpoint).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}

function refusalNames(endpoint: Endpoint): [number, string][] {
  const { method, scope, body } = endpoint;
  const isOpen = scope === "public";
  // Only for pages of the dashboard, and a limited number of times: passwords and one-time links.
  const isGuessable = isOpen && (method === "POST" || endpoint.params !== undefined);
  const hasEtag = method === "GET" && !endpoint.list && (!endpoint.raw || endpoint.revalidates === true);
  const takesInput = body !== undefined || endpoint.query !== undefined || endpoint.list === true;
  const refusals: [boolean, number, string][] = [
    [hasEtag, 304, "NotModified"],
    [method === "POST", 400, "BadRequest"],
    [!isOpen || endpoint.mayAskForToken === true, 401, "Unauthenticated"],
    [!isOpen || isGuessable, 403, "Forbidden"],
    [endpoint.params !== undefined || endpoint.findsByBody === true, 404, "NotFound"],
    [endpoint.conflicts === true || isIdempotent(endpoint), 409, "Conflict"],
    [changesRecord(endpoint), 412, "Changed"],
    [method === "POST", 413, "TooLarge"],
    [method !== "GET", 415, "UnsupportedType"],
    // Contradicting project headers and states that forbid the action are 422 even without input.
    [takesInput || scope === "project", 422, "Invalid"],
    [!isOpen || isGuessable, 429, "TooManyCalls"],
    [true, 500, "ServerError"],
    [!isOpen, 503, "Unavailable"],
  ];
  return refusals.flatMap(([applies, status, name]) => (applies ? [[status, name]] : []));
}

/** Returns every status that the document lists for an operation. */
export function documentedStatuses(endpoint: Endpoint): number[] {
  const refused = refusalNames(endpoint).map(([status]) => status);
  return [endpoint.status, ...refused, ...(endpoint.judgesReadiness ? [503] : [])];
}

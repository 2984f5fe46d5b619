import type { Endpoint } from "@/lib/contract/core/endpoint";
import { ListLinks, ListMeta } from "@/lib/contract/core/list";
import { endpoints } from "@/lib/contract/endpoints";
import { SchemaRegistry } from "./json-schema";
import { API_VERSION } from "./meta";
import { operationOf } from "./operation";
import { DESCRIPTION, HEADERS, PARAMETERS, RESPONSES, SCHEMAS } from "./shared";
import { webhooksOf } from "./webhooks";

type Json = Record<string, unknown>;

export interface OpenapiDocument {
  openapi: string;
  info: Json;
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Json>>;
  webhooks: Json;
  components: { schemas: Json; [kind: string]: Json };
  [member: string]: unknown;
}

const TAG_TEXTS: Record<string, string> = {
  About: "Information about the API and its health.",
  Webhooks: "Requests sent to outgoing webhooks.",
};

/** Returns the public endpoints, without those for signed-in users and runners only. */
export function publicEndpoints(): Endpoint[] {
  return endpoints.filter((endpoint) => {
    const isOfAccounts = endpoint.scope === "public" && endpoint.tag === "Accounts";
    return endpoint.scope !== "session" && endpoint.scope !== "runner" && !isOfAccounts;
  });
}

/** The endpoints in a document: the public API, or also those for signed-in users only (`x-session-only`). */
export type DocumentPart = "public" | "all";

/** Returns the OpenAPI 3.1 document of the API at `origin`, generated from the endpoint objects that also validate requests. */
export function openapiDocument(origin: string, part: DocumentPart = "public"): OpenapiDocument {
  const registry = new SchemaRegistry();
  registry.name("ListMeta", ListMeta);
  registry.name("ListLinks", ListLinks);
  const listed = part === "public" ? publicEndpoints() : endpoints.filter(({ scope }) => scope !== "runner");
  const paths: OpenapiDocument["paths"] = {};
  for (const endpoint of listed) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint, registry),
    };
  }
  const tags = [...new Set(listed.map((endpoint) => endpoint.tag)), "Webhooks"];
  return {
    openapi: "3.1.0",
    info: {
      title: "Vedette API",
      version: API_VERSION,
      summary: "Monitors, incidents, status pages, and alerts.",
      description: DESCRIPTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      contact: { name: "Vedette", url: origin },
    },
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    servers: [{ url: `${origin}/api`, description: "This installation." }],
    security: [{ token: [] }],
    tags: tags.map((name) => ({ name, description: TAG_TEXTS[name] ?? `${name}.` })),
    paths,
    webhooks: webhooksOf(),
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "An organization key, project key, or user token.",
        },
        ...(part === "all" && { session: SESSION_COOKIE }),
      },
      schemas: { ...SCHEMAS, ...registry.components },
      responses: RESPONSES,
      parameters: PARAMETERS,
      headers: HEADERS,
    },
  };
}

const SESSION_COOKIE = {
  type: "apiKey",
  in: "cookie",
  name: "vedette_session",
  description: "Session of a signed-in user; `__Host-vedette_session` over https.",
};

export function openapiText(origin: string, part: DocumentPart): string {
  return JSON.stringify(openapiDocument(origin, part));
}

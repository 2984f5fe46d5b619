import * as z from "zod";
import { ApiError } from "@/lib/contract/core/errors";
import { parseJsonObject } from "@/lib/contract/core/json-text";
import { isOwnOrigin } from "@/lib/http/auth/same-origin";
import type { ApiReply, ApiRequest } from "@/lib/http/request";
import { errorReply, jsonReply, requestIdOf } from "@/lib/http/router/respond";
import { PROGRAM_VERSION } from "@/lib/shared/version";
import { callApi } from "../call-api";
import { RESOURCE_TEMPLATES, RESOURCES, readResource } from "./resources";
import { callOf, toolsFor } from "./tools";

/** The newest first. A client that asks for another one is offered it. */
const VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;
const BODY_MAX_BYTES = 2 * 1024 * 1024;
const NO_STORE = { "Cache-Control": "no-store" };

const Message = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: orNone(),
});
const ToolCall = z.object({ name: z.string(), arguments: orNone() });

/** Some clients send null for nothing. */
function orNone() {
  return z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((given) => given ?? {});
}

const CODES = { parse: -32700, request: -32600, method: -32601, params: -32602, resource: -32002 } as const;

/** An error of JSON-RPC. */
class RpcError extends Error {
  constructor(
    readonly kind: keyof typeof CODES,
    message: string,
  ) {
    super(message);
  }
}

/** A refusal that concerns the whole request, such as a missing key. */
class Refused extends Error {
  constructor(readonly reply: ApiReply) {
    super();
  }
}

/**
 * Serves the Model Context Protocol over Streamable HTTP, without sessions or streams. Every method needs a key, and every tool is a
 * call of the HTTP API.
 */
export async function serveMcp(request: ApiRequest): Promise<ApiReply> {
  try {
    return await answer(request);
  } catch (error) {
    return errorReply(error, request, requestIdOf(request));
  }
}

async function answer(request: ApiRequest): Promise<ApiReply> {
  if (request.method !== "POST")
    throw new ApiError(405, "Send messages with POST. There is no event stream.", null, { Allow: "POST" });
  const origin = request.headers("origin");
  // A page of another site must not reach this server through a browser, whatever key it knows.
  if (origin !== undefined && !isOwnOrigin(request, origin))
    throw new ApiError(403, "Browsers on other sites cannot use this address.");
  const version = request.headers("mcp-protocol-version");
  if (version !== undefined && !(VERSIONS as readonly string[]).includes(version))
    throw new ApiError(400, `MCP-Protocol-Version must be one of ${VERSIONS.join(", ")}.`);
  let id: string | number | null = null;
  try {
    const message = await read(request);
    if (message.id === undefined) {
      await permissionsOf(request);
      return { status: 202, headers: NO_STORE, body: "" };
    }
    id = message.id;
    const result = await resultOf(request, message.method, message.params);
    return jsonReply(200, { jsonrpc: "2.0", id, result }, NO_STORE);
  } catch (error) {
    if (error instanceof Refused) return error.reply;
    if (!(error instanceof RpcError)) throw error;
    const status = error.kind === "parse" || error.kind === "request" ? 400 : 200;
    const body = { jsonrpc: "2.0", id, error: { code: CODES[error.kind], message: error.message } };
    return jsonReply(status, body, NO_STORE);
  }
}

async function read(request: ApiRequest): Promise<z.infer<typeof Message>> {
  const bytes = await request.body(BODY_MAX_BYTES);
  let value: unknown;
  try {
    value = parseJsonObject(bytes);
  } catch (error) {
    throw error instanceof ApiError ? new RpcError("parse", error.message) : error;
  }
  const message = Message.safeParse(value);
  if (!message.success) throw new RpcError("request", "The body must be one JSON-RPC 2.0 request.");
  return message.data;
}

async function resultOf(
  request: ApiRequest,
  method: string,
  params: Record<string, unknown>,
): Promise<object> {
  if (method === "tools/call") return callTool(request, params);
  if (method === "resources/read") return readOne(request, String(params.uri));
  const permissions = await permissionsOf(request);
  switch (method) {
    case "initialize":
      return {
        protocolVersion: VERSIONS.find((each) => each === params.protocolVersion) ?? VERSIONS[0],
        capabilities: { tools: {}, resources: {} },
        serverInfo: { name: "vedette", title: "Vedette", version: PROGRAM_VERSION },
        instructions:
          "Monitors, incidents, status pages, and alerts of Vedette. Lists are paged: pass page and per_page.",
      };
    case "ping":
      return {};
    case "tools/list":
      return { tools: toolsFor(permissions) };
    case "resources/list":
      return { resources: RESOURCES };
    case "resources/templates/list":
      return { resourceTemplates: RESOURCE_TEMPLATES };
    default:
      throw new RpcError("method", `Method not found: ${method.slice(0, 100)}`);
  }
}

const WhoAmI = z.object({ permissions: z.array(z.string()) });

/** Returns the key's permissions. Throws the API's refusal for a missing or invalid one. */
async function permissionsOf(request: ApiRequest): Promise<string[]> {
  const reply = await callApi(request, { method: "GET", path: "/whoami" });
  if (reply.status !== 200) throw new Refused(reply);
  return WhoAmI.parse(JSON.parse(String(reply.body))).permissions;
}

async function callTool(request: ApiRequest, params: Record<string, unknown>): Promise<object> {
  const { data } = ToolCall.safeParse(params);
  const call = data && callOf(data.name, data.arguments);
  if (!call) throw new RpcError("params", `Unknown tool: ${String(params.name).slice(0, 100)}`);
  const reply = await callApi(request, call);
  if (reply.status === 401) throw new Refused(reply);
  const text = String(reply.body);
  const isError = reply.status >= 400;
  const retry = reply.headers["Retry-After"];
  return {
    content: [
      { type: "text", text: text === "" ? "Done." : text },
      ...(isError
        ? [{ type: "text", text: `HTTP ${reply.status}${retry ? `, retry after ${retry} s` : ""}` }]
        : []),
    ],
    ...(!isError && text !== "" && { structuredContent: JSON.parse(text) }),
    isError,
  };
}

async function readOne(request: ApiRequest, uri: string): Promise<object> {
  if (uri === "vedette://runbook") await permissionsOf(request);
  const found = await readResource(request, uri);
  if (Array.isArray(found)) return { contents: found };
  if (found === null || found.status === 404)
    throw new RpcError("resource", `Resource not found: ${uri.slice(0, 200)}`);
  if (found.status === 401) throw new Refused(found);
  throw new RpcError("params", String(JSON.parse(String(found.body)).message));
}

import { bodyTooLarge } from "@/lib/contract/core/errors";
import { listOf } from "@/lib/contract/core/list";
import { endpoints } from "@/lib/contract/endpoints";
import { documentedStatuses } from "@/lib/contract/reference/operation";
import { type ApiReply, dispatch } from "@/lib/http/router/dispatch";
import { RouteTable } from "@/lib/http/router/route-table";
import { once } from "@/lib/shared/once";

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  readonly body: any;
  /** The response as sent. */
  readonly text: string;
}

export interface ApiOptions {
  /** Sent as X-Service-Project-Id. */
  project?: number;
  /** Extra headers for every call. */
  headers?: Record<string, string>;
  /** How requests travel: straight to the endpoint table by default. */
  send?: Send;
}

interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}
export type Send = (request: SentRequest) => Promise<ApiReply>;

/** Returns a `send` for a client at this address. */
export function from(remoteAddress: string): Send {
  return ({ method, path, search, headers, body }) =>
    dispatch({
      method,
      path,
      search,
      headers: (name) => headers[name.toLowerCase()],
      body: async (limit) => {
        if (body.length > limit) throw bodyTooLarge(limit);
        return body;
      },
      remoteAddress,
      signal: new AbortController().signal,
    });
}

export const viaDispatch = from("192.0.2.1");

/**
 * Returns a client that calls the endpoint table in process. Every response is checked against the contract: a status or body that the
 * endpoint does not declare throws, including refusals by public operations. `path` is relative to `/api`.
 */
export function api(token?: string, options: ApiOptions = {}) {
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(
      method,
      path,
      body,
      { ...baseHeaders(token, options), ...lowered(headers) },
      options.send ?? viaDispatch,
    );
  return {
    call,
    get: (path: string, headers?: Record<string, string>) => call("GET", path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Record<string, string>) =>
      call("POST", path, body, headers),
    delete: (path: string, headers?: Record<string, string>) => call("DELETE", path, undefined, headers),
  };
}

function baseHeaders(token: string | undefined, options: ApiOptions): Record<string, string> {
  return {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(options.project !== undefined && { "x-service-project-id": String(options.project) }),
    ...lowered(options.headers ?? {}),
  };
}

function lowered(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

async function send(
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
  via: Send,
): Promise<ApiAnswer> {
  const [pathname = "", query] = path.split("?", 2);
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body === undefined ? "" : asText(body));
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const fullPath = `/api${pathname === "/" ? "" : pathname}`;
  const reply = await via({
    method,
    path: fullPath,
    search: query === undefined ? "" : `?${query}`,
    headers: { ...type, ...headers },
    body: bytes,
  });
  const text = await textOf(reply);
  const isJson = /json/.test(reply.headers["Content-Type"] ?? reply.headers["content-type"] ?? "");
  const answer = {
    status: reply.status,
    headers: reply.headers,
    text,
    body: isJson && text ? JSON.parse(text) : null,
  };
  requireContract(method, fullPath, answer);
  return answer;
}

/** Returns text unchanged, so that tests can send invalid JSON. */
function asText(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}

async function textOf(reply: ApiReply): Promise<string> {
  if (!(reply.body instanceof ReadableStream)) return reply.body.toString();
  // Event streams never end.
  return reply.headers["Content-Type"]?.startsWith("text/event-stream")
    ? ""
    : new Response(reply.body).text();
}

function requireContract(method: string, path: string, answer: ApiAnswer): void {
  const table = once("testing.routes", () => new RouteTable(endpoints));
  const endpoint = table.match(method, path).route?.endpoint;
  if (!endpoint || method === "HEAD") return;
  // The document leaves out the operations of runners.
  if (endpoint.scope !== "runner" && !documentedStatuses(endpoint).includes(answer.status)) {
    throw new Error(
      `${method} ${path} returned ${answer.status}, which its contract does not declare: ${answer.text}`,
    );
  }
  if (endpoint.raw || answer.status >= 300) return;
  if (!/^application\/json/.test(answer.headers["Content-Type"] ?? answer.headers["content-type"] ?? ""))
    return;
  if (answer.status !== endpoint.status) {
    throw new Error(`${method} ${path} returned ${answer.status}; its contract declares ${endpoint.status}.`);
  }
  if (!endpoint.response) return;
  const schema = endpoint.list ? listOf(endpoint.response) : endpoint.response;
  const parsed = schema.safeParse(answer.body);
  if (parsed.success) return;
  throw new Error(
    `${method} ${path} returned a body that its contract does not declare: ${JSON.stringify(parsed.error.issues)}`,
  );
}

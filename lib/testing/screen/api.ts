import type * as z from "zod";
import type { Endpoint } from "@/lib/contract/core/endpoint";
import { ApiError, invalid } from "@/lib/contract/core/errors";
import { fieldErrors } from "@/lib/contract/core/issues";
import { wording } from "@/lib/contract/core/wording";
import { type EndpointId, endpoints } from "@/lib/contract/endpoints";

/** A request that a component sent. */
export interface Sent {
  id: EndpointId;
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
}

/** What the API answers: a value or a whole response, or a function of the request that returns one, throws an ApiError, or waits. */
export type Answers = { readonly [Id in EndpointId]?: unknown };

const ADDRESS = "http://vedette.test/api";

/** Returns a list's envelope around one page of items. */
export function listed(data: readonly unknown[], total = data.length) {
  return {
    data,
    meta: { current_page: 1, from: 1, to: data.length, per_page: 20, total, path: ADDRESS },
    links: { first: ADDRESS, last: `${ADDRESS}?page=1`, prev: null, next: null },
  };
}

/**
 * Replaces `fetch` with an API that checks each body against the contract, so that a form can't send what the server would reject.
 * Lists without an answer are empty. Returns the requests, oldest first.
 */
export function fakeApi(answers: Answers): Sent[] {
  const sent: Sent[] = [];
  globalThis.fetch = (async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, "http://vedette.test");
    const [endpoint, params] = endpointAt(init.method ?? "GET", pathname.replace(/^\/api/, ""));
    const body = typeof init.body === "string" ? JSON.parse(init.body) : init.body;
    const request: Sent = { id: endpoint.id as EndpointId, params, query: searchParams, body };
    sent.push(request);
    try {
      requireValid(endpoint.body, body);
      const answer = await Promise.race([answerOf(endpoint, answers, request), aborted(init.signal)]);
      return answer instanceof Response ? answer : Response.json(answer);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return Response.json({ message: error.message, errors: error.errors }, { status: error.status });
    }
  }) as typeof fetch;
  return sent;
}

function aborted(signal: AbortSignal | null = null): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
}

function endpointAt(method: string, path: string): [Endpoint, Record<string, string>] {
  const parts = path.split("/");
  const isAt = (endpoint: Endpoint) => {
    const names = endpoint.path.split("/");
    const isSame = names.every((name, at) => name.startsWith("{") || name === parts[at]);
    return endpoint.method === method && names.length === parts.length && isSame;
  };
  // A path without parameters wins, so that `/monitors/bulk` leads to no monitor.
  const [endpoint] = endpoints
    .filter(isAt)
    .sort((a, b) => a.path.split("{").length - b.path.split("{").length);
  if (!endpoint) throw new Error(`no endpoint ${method} ${path}`);
  const names = endpoint.path.split("/").map((name, at): [string, string] => [name, parts[at] ?? ""]);
  const params = names.filter(([name]) => name.startsWith("{"));
  return [endpoint, Object.fromEntries(params.map(([name, value]) => [name.slice(1, -1), value]))];
}

function requireValid(schema: z.ZodType | undefined, body: unknown): void {
  if (!schema || body instanceof FormData) return;
  const parsed = schema.safeParse(body ?? {}, { error: wording });
  if (!parsed.success) throw invalid(fieldErrors(parsed.error));
}

async function answerOf(endpoint: Endpoint, answers: Answers, request: Sent): Promise<unknown> {
  const answer = answers[endpoint.id as EndpointId];
  if (typeof answer === "function") return ((await answer(request)) as unknown) ?? null;
  if (answer !== undefined) return answer;
  if (endpoint.list) return listed([]);
  if (endpoint.method !== "GET") return null;
  throw new ApiError(404, `The test has no answer for ${endpoint.id}.`);
}

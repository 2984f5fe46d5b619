import { bodyTooLarge } from "@/lib/contract/core/errors";
import type { ApiReply, ApiRequest } from "@/lib/http/request";
import { dispatch } from "@/lib/http/router/dispatch";

/** Never cookies: another product's client has a key. */
const PASSED: readonly string[] = [
  ...["authorization", "user-agent", "x-request-id"],
  ...["x-service-project-id", "x-service-project-slug", "x-phare-project-id", "x-phare-project-slug"],
];

export interface ApiCall {
  readonly method: string;
  /** Relative to `/api`. */
  readonly path: string;
  readonly query?: URLSearchParams;
  readonly body?: unknown;
  /** Names in lower case. Without one, the client's own header applies. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** Calls the HTTP API for a client that speaks another protocol: with its key, limits, and audit entries. Never rejects. */
export function callApi(client: ApiRequest, call: ApiCall): Promise<ApiReply> {
  const { method, path, query, body, headers = {} } = call;
  const bytes = Buffer.from(body === undefined ? "" : JSON.stringify(body));
  return dispatch({
    method,
    path: `/api${path}`,
    search: query && query.size > 0 ? `?${query}` : "",
    headers: (name) => {
      const key = name.toLowerCase();
      return headers[key] ?? (PASSED.includes(key) ? client.headers(key) : undefined);
    },
    body: async (limit) => {
      if (bytes.length > limit) throw bodyTooLarge(limit);
      return bytes;
    },
    remoteAddress: client.remoteAddress,
    get signal() {
      return client.signal;
    },
  });
}

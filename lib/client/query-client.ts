import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/lib/contract/core/errors";

const FRESH_MS = 20_000;

/** Creates the cache of one request (server) or one tab (browser). Retries lost connections and 5xx, but not 4xx. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (count, error) =>
          count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
      },
    },
  });
}

import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/lib/contract/core/errors";

const FRESH_MS = 20_000;

/** Cache of one request (server) or one tab (browser). Refusals of the server are final, a lost connection is retried. */
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

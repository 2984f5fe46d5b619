import { queryOptions } from "@tanstack/react-query";
import { send, toApiError } from "@/lib/client/request";
import type { Readiness } from "@/lib/contract/reference/meta";

const POLL_MS = 15_000;
const RETRY_MS = 2000;
const ANSWER_MS = 10_000;

/**
 * Reads the server's readiness every 15 s, and every 2 s while it can't be reached. A 503 is a valid response that says what is wrong, not
 * an error.
 */
export const readinessRead = queryOptions<Readiness>({
  queryKey: ["getReadiness"],
  queryFn: async ({ signal }) => {
    const response = await send("/api/readyz", { signal }, ANSWER_MS);
    if (response.status !== 200 && response.status !== 503) throw await toApiError(response);
    return response.json();
  },
  retry: false,
  refetchInterval: ({ state }) => (state.status === "error" ? RETRY_MS : POLL_MS),
  staleTime: POLL_MS,
});

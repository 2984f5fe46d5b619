import { queryOptions } from "@tanstack/react-query";
import type { Readiness } from "@/lib/contract/reference/meta";
import { toApiError } from "./request";

const POLL_MS = 15_000;

/** Reads the server's readiness every 15 s. A 503 is a valid response that says what is wrong, not an error. */
export const readinessRead = queryOptions<Readiness>({
  queryKey: ["getReadiness"],
  queryFn: async ({ signal }) => {
    const response = await fetch("/api/readyz", { signal });
    if (response.status !== 200 && response.status !== 503) throw await toApiError(response);
    return response.json();
  },
  refetchInterval: POLL_MS,
  staleTime: POLL_MS,
});

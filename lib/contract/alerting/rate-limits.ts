import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";

/** An integration whose provider responded with 429. Nothing is sent to it until `rate_limited_until`. */
export const RateLimitedIntegration = z.object({ integration_id: Id, rate_limited_until: DateOut });
export type RateLimitedIntegration = z.infer<typeof RateLimitedIntegration>;

export const endpoints = endpointsOf("project", "Integrations", {
  listRateLimitedIntegrations: {
    at: "GET /integrations/rate-limited",
    summary: "List rate-limited integrations",
    description:
      "Integrations whose provider responded with 429. Their notifications are queued and sent in order when the limit ends.",
    response: RateLimitedIntegration,
    list: true,
  },
});

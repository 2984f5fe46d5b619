import type { RateLimitedIntegration } from "@/lib/contract/alerting/rate-limits";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import type { Listed, Page } from "@/lib/services/core/page";
import { isoSeconds } from "@/lib/shared/clock";
import { selectRateLimits } from "@/lib/store/alerting/rate-limits";

/** Returns the project's rate-limited integrations, by the database's clock. */
export async function listRateLimitedIntegrations(
  caller: Caller,
  page: Page,
): Promise<Listed<RateLimitedIntegration>> {
  requirePermission(caller, "platform:read");
  const { rows, total } = await selectRateLimits(projectOf(caller), page);
  return {
    items: rows.map((row) => ({ ...row, rate_limited_until: isoSeconds(row.rate_limited_until) })),
    total,
  };
}

import type { ChannelHold } from "@/lib/contract/alerting/rate-limits";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import type { Listed, Page } from "@/lib/services/core/page";
import { isoSeconds } from "@/lib/shared/clock";
import { selectHolds } from "@/lib/store/alerting/rate-limits";

/** Returns the project's rate-limited integrations, by the database's clock. */
export async function listChannelHolds(caller: Caller, page: Page): Promise<Listed<ChannelHold>> {
  requirePermission(caller, "platform:read");
  const { rows, total } = await selectHolds(projectOf(caller), page.limit, page.offset);
  return { items: rows.map((row) => ({ ...row, held_until: isoSeconds(row.held_until) })), total };
}

import type { Installation } from "@/lib/contract/reference/installation";
import { ALIVE_SECONDS } from "@/lib/domain/runners/presence";
import { type Caller, requirePermission } from "@/lib/services/core/caller";
import { isoSeconds, monotonicMs, now } from "@/lib/shared/clock";
import { diskState } from "@/lib/shared/disk";
import { isEmbedded } from "@/lib/shared/env";
import { PROGRAM_VERSION } from "@/lib/shared/version";
import { databaseFacts } from "@/lib/store/core/database-facts";
import { selectProgress } from "@/lib/store/core/progress";
import { requireWholeOrganization } from "./settings";

/** Returns how far each stage of this installation has come. Its times and counts are those of all projects. */
export async function getInstallation(caller: Caller): Promise<Installation> {
  requirePermission(caller, "platform:read");
  requireWholeOrganization(caller);
  const [progress, facts] = await Promise.all([selectProgress(ALIVE_SECONDS), databaseFacts()]);
  const { check, result, decision, notification, page, ...queues } = progress;
  const at = (date: Date | null) => date && isoSeconds(date);
  return {
    version: PROGRAM_VERSION,
    started_at: isoSeconds(new Date(now().getTime() - monotonicMs())),
    stages: {
      check: at(check),
      result: at(result),
      decision: at(decision),
      notification: at(notification),
      page: at(page),
    },
    queues,
    database: { embedded: isEmbedded(), version: facts.version, size_bytes: facts.bytes },
    disk_free_bytes: isEmbedded() ? diskState().freeBytes : null,
  };
}

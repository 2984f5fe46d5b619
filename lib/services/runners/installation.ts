import type { HealthHistory, Installation } from "@/lib/contract/reference/installation";
import { HEALTH_PARTS, HISTORY, historyStart } from "@/lib/domain/core/own-health";
import { ALIVE_SECONDS } from "@/lib/domain/runners/presence";
import { type Caller, requirePermission } from "@/lib/services/core/caller";
import { isoSeconds, monotonicMs, now } from "@/lib/shared/clock";
import { diskState } from "@/lib/shared/disk";
import { isEmbedded } from "@/lib/shared/env";
import { PROGRAM_VERSION } from "@/lib/shared/version";
import { databaseFacts } from "@/lib/store/core/database-facts";
import { selectHealthCells } from "@/lib/store/core/health/own-health";
import { selectProgress } from "@/lib/store/core/health/progress";
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

/** Returns which parts of this installation were failing during the last day or week. */
export async function getHealthHistory(caller: Caller, range: keyof typeof HISTORY): Promise<HealthHistory> {
  requirePermission(caller, "platform:read");
  requireWholeOrganization(caller);
  const { cells, cellS } = HISTORY[range];
  const start = historyStart(now(), HISTORY[range]);
  const rows = await selectHealthCells(start, cellS);
  const line = (of: string | null) => {
    const minutes = Array.from({ length: cells }, () => 0);
    for (const row of rows) if (row.part === of && row.cell < cells) minutes[row.cell] = row.minutes;
    return minutes;
  };
  return {
    start_at: isoSeconds(start),
    cell_seconds: cellS,
    recorded: line(null),
    failing: HEALTH_PARTS.filter((part) => rows.some((row) => row.part === part)).map((part) => ({
      part,
      minutes: line(part),
    })),
  };
}

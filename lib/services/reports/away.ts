import type { Away } from "@/lib/contract/reports/away";
import { personOf } from "@/lib/services/accounts/sessions";
import { type Caller, projectOf } from "@/lib/services/core/caller";
import { isoSeconds, now } from "@/lib/shared/clock";
import { countSince, dismissAwayRow, recordVisit } from "@/lib/store/reports/visits";

/** A shorter absence isn't worth a summary. */
const AWAY_MS = 30 * 60_000;

const visitorOf = (caller: Caller) => ({ userId: personOf(caller), projectId: projectOf(caller) });
const MISSED_NOTHING: Away = { since: null, opened: 0, resolved: 0, changes: 0 };

/** Records a visit to the project and returns what happened since the one before. */
export async function getAway(caller: Caller): Promise<Away> {
  const visitor = visitorOf(caller);
  const at = now();
  const since = await recordVisit(visitor, at, new Date(at.getTime() - AWAY_MS));
  if (!since) return MISSED_NOTHING;
  const counts = await countSince(visitor, since);
  const mayReadAudit = caller.permissions.has("platform:write");
  return { ...counts, changes: mayReadAudit ? counts.changes : 0, since: isoSeconds(since) };
}

export async function dismissAway(caller: Caller): Promise<void> {
  await dismissAwayRow(visitorOf(caller));
}

import type { EndOtherSessions, OwnSession } from "@/lib/contract/accounts/own-sessions";
import { recordNotFound } from "@/lib/contract/core/errors";
import { audit } from "@/lib/services/core/audit";
import type { Caller } from "@/lib/services/core/caller";
import type { Listed, Page } from "@/lib/services/core/page";
import { isoSeconds, now } from "@/lib/shared/clock";
import {
  deleteBrowsersOf,
  deleteOtherSessions,
  deleteSessionOf,
  selectSessionsOf,
} from "@/lib/store/accounts/sessions";
import { tx } from "@/lib/store/core/tx";
import { IDLE_MS } from "./session-times";
import { personOf } from "./sessions";

export async function listOwnSessions(caller: Caller, page: Page): Promise<Listed<OwnSession>> {
  const idleSince = new Date(now().getTime() - IDLE_MS);
  const { rows, total } = await selectSessionsOf(personOf(caller), idleSince, page);
  const items = rows.map((row) => ({
    id: row.id,
    current: caller.kind === "session" && row.id === caller.id,
    user_agent: row.user_agent,
    address: row.address,
    created_at: isoSeconds(row.created_at),
    last_seen_at: isoSeconds(row.last_seen_at),
  }));
  return { items, total };
}

/** Ends a session from its next call on. Throws 404 for someone else's session. */
export async function endOwnSession(caller: Caller, sessionId: number): Promise<void> {
  const userId = personOf(caller);
  await tx(async (trx) => {
    if (!(await deleteSessionOf(trx, userId, sessionId))) throw recordNotFound();
    await audit(trx, caller, "user.session_ended", { type: "user", id: userId });
  });
}

/** Ends all other sessions, and notifications in all browsers except the one with the kept fingerprint. */
export async function endOtherSessions(
  caller: Caller,
  { kept_browser: kept }: EndOtherSessions,
): Promise<void> {
  const userId = personOf(caller);
  await tx(async (trx) => {
    const count = await deleteOtherSessions(trx, userId, caller.id);
    const browsers = await deleteBrowsersOf(trx, userId, kept ? Buffer.from(kept, "base64url") : null);
    if (count + browsers > 0)
      await audit(trx, caller, "user.sessions_ended", { type: "user", id: userId }, { count, browsers });
  });
}

import { sql } from "kysely";
import type { Span } from "@/lib/domain/core/span";
import { db } from "@/lib/store/core/pool";
import { type Tx, tx } from "@/lib/store/core/tx";

/** Gaps older than this can't concern a deadline anymore. */
const KEPT = "400 days";

/** Records that signals can be received now. If that is the first time for longer than `maxMs`, the time between becomes a gap. */
export async function noteReception(now: Date, maxMs: number): Promise<void> {
  await tx(async (trx) => {
    const { rows } = await sql<{ seen_at: Date }>`
      select seen_at from heartbeat_reception where id = 1 for update`.execute(trx);
    const seen = rows[0]?.seen_at;
    if (seen && now.getTime() - seen.getTime() > maxMs) {
      await sql`
        insert into heartbeat_gaps (started_at, ended_at) values (${seen}, ${now}) on conflict do nothing`.execute(
        trx,
      );
      await sql`delete from heartbeat_gaps where ended_at < ${now}::timestamptz - interval '${sql.raw(KEPT)}'`.execute(
        trx,
      );
    }
    await sql`
      insert into heartbeat_reception (id, seen_at) values (1, ${now})
      on conflict (id) do update set seen_at = greatest(heartbeat_reception.seen_at, excluded.seen_at)`.execute(
      trx,
    );
  });
}

export interface Reception {
  /** When signals could last be received, in epoch milliseconds; null before the first time. */
  readonly seenAt: number | null;
  /** When they couldn't, oldest first. */
  readonly gaps: readonly Span[];
}

/** Returns when signals could be received. */
export async function selectReception(from: Tx | ReturnType<typeof db> = db()): Promise<Reception> {
  const seen = await from.selectFrom("heartbeat_reception").select("seen_at").executeTakeFirst();
  const gaps = await from
    .selectFrom("heartbeat_gaps")
    .select(["started_at", "ended_at"])
    .orderBy("started_at")
    .execute();
  return {
    seenAt: seen?.seen_at.getTime() ?? null,
    gaps: gaps.map(({ started_at, ended_at }) => ({ from: started_at.getTime(), to: ended_at.getTime() })),
  };
}

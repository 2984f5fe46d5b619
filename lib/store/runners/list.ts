import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { RegionQuarantine } from "@/lib/domain/checks/quarantine";
import { REVOKED_LISTED_DAYS } from "@/lib/domain/runners/presence";
import type { Slice } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import { ACTIVE_QUARANTINES } from "./region-quarantines";
import { ALIVE_RUNNERS, type AliveRunner } from "./runners";
import { listed, type RunnerListRow } from "./tokens";

/** Runners, and what their states and shares depend on. */
export interface RunnerList {
  rows: RunnerListRow[];
  total: number;
  /** All of the installation's. */
  alive: AliveRunner[];
  quarantines: RegionQuarantine[];
}

/** Returns one page of runners, revoked ones last and only for 30 days, as of one moment. */
export async function selectRunners({ limit, offset }: Slice): Promise<RunnerList> {
  const isListed = sql<boolean>`(revoked_at is null
    or revoked_at > now() - make_interval(days => ${REVOKED_LISTED_DAYS}))`;
  const page = listed()
    .where(isListed)
    .orderBy(sql`revoked_at is not null`)
    .orderBy("kind")
    .orderBy("id")
    .limit(limit)
    .offset(offset);
  const total = db().selectFrom("runners").where(isListed).select(sql<number>`count(*)`.as("total"));
  const { rows, ...others } = await db()
    .selectNoFrom([
      jsonArrayFrom(page).as("rows"),
      sql<number>`${total}`.as("total"),
      sql<AliveRunner[]>`(select coalesce(json_agg(a), '[]') from (${sql.raw(ALIVE_RUNNERS)}) a)`.as("alive"),
      sql<
        RegionQuarantine[]
      >`(select coalesce(json_agg(q), '[]') from (${sql.raw(ACTIVE_QUARANTINES)}) q)`.as("quarantines"),
    ])
    .executeTakeFirstOrThrow();
  return { ...others, rows: rows.map(withDates) };
}

type Times = "created_at" | "last_seen_at" | "revoked_at";

/** JSON has no dates. */
function withDates(
  row: Omit<RunnerListRow, Times> &
    Record<"created_at", string> &
    Record<"last_seen_at" | "revoked_at", string | null>,
): RunnerListRow {
  const { created_at, last_seen_at, revoked_at } = row;
  return {
    ...row,
    created_at: new Date(created_at),
    last_seen_at: last_seen_at === null ? null : new Date(last_seen_at),
    revoked_at: revoked_at === null ? null : new Date(revoked_at),
  };
}

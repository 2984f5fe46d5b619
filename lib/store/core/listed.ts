import { type SelectQueryBuilder, sql } from "kysely";

/** Requested part of a list. */
export interface Slice {
  readonly limit: number;
  readonly offset: number;
  /** How far rows are counted; null for all of them. */
  readonly countMax?: number | null;
}

/** One page of a list, and the number of all rows. */
export interface Found<Row> {
  rows: Row[];
  total: number;
}

/**
 * Returns one page of `rows` and the number of all rows of `matching`, the same query before its columns and order, in one
 * statement. A page past the end needs another one for the number.
 */
export async function listed<DB, TB extends keyof DB, RowDB, RowTB extends keyof RowDB, Row>(
  matching: SelectQueryBuilder<DB, TB, unknown>,
  rows: SelectQueryBuilder<RowDB, RowTB, Row>,
  { limit, offset, countMax = null }: Slice,
): Promise<Found<Row>> {
  const count = sql<number>`(select count(*) from (${matching.select(sql`1`.as("one")).limit(sql<number | null>`${countMax}::bigint`)}) counted)`;
  const found = (await rows
    .select(sql<number>`${count}`.as("listed_total"))
    .limit(limit)
    .offset(offset)
    .execute()) as (Row & { listed_total: number })[];
  if (found.length === 0 && offset > 0) {
    const counted = matching.select(sql<number>`count(*)`.as("total")).$castTo<{ total: number }>();
    return { rows: [], total: (await counted.executeTakeFirstOrThrow()).total };
  }
  const total = found[0]?.listed_total ?? 0;
  return { rows: found.map(({ listed_total: _, ...row }) => row as Row), total };
}

import { type SelectQueryBuilder, sql } from "kysely";

/** Returns one page of `rows` and the number of all rows of `matching`, the same query before its columns and order. */
export async function listed<DB, TB extends keyof DB, RowDB, RowTB extends keyof RowDB, Row>(
  matching: SelectQueryBuilder<DB, TB, unknown>,
  rows: SelectQueryBuilder<RowDB, RowTB, Row>,
  limit: number,
  offset: number,
): Promise<{ rows: Awaited<ReturnType<typeof rows.execute>>; total: number }> {
  const count = matching.select(sql<number>`count(*)`.as("total")).$castTo<{ total: number }>();
  const [found, { total }] = await Promise.all([
    rows.limit(limit).offset(offset).execute(),
    count.executeTakeFirstOrThrow(),
  ]);
  return { rows: found, total };
}

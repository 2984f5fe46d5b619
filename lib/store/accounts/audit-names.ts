import { sql } from "kysely";
import { db } from "@/lib/store/core/pool";

const NAMED = ["monitor", "status_page", "integration", "project", "user"] as const;
export type Named = (typeof NAMED)[number];

/** Returns the names of an organization's records, by `monitor 12`. */
export async function selectNames(
  organizationId: number,
  ids: Readonly<Record<Named, readonly number[]>>,
): Promise<Map<string, string>> {
  if (NAMED.every((kind) => ids[kind].length === 0)) return new Map();
  const own = sql`(select id from projects where organization_id = ${organizationId})`;
  const { rows } = await sql<{ key: string; name: string }>`
    select 'monitor ' || id as key, name from monitors where id = any (${ids.monitor}::bigint[]) and project_id in ${own}
    union all
    select 'status_page ' || id, name from status_pages where id = any (${ids.status_page}::bigint[]) and project_id in ${own}
    union all
    select 'integration ' || id, name from integrations where id = any (${ids.integration}::bigint[]) and project_id in ${own}
    union all
    select 'project ' || id, name from projects where id = any (${ids.project}::bigint[]) and organization_id = ${organizationId}
    union all
    select 'user ' || id, name from users where id = any (${ids.user}::bigint[]) and organization_id = ${organizationId}`.execute(
    db(),
  );
  return new Map(rows.map(({ key, name }) => [key, name]));
}

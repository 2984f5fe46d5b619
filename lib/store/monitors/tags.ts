import { sql } from "kysely";
import { read } from "@/lib/store/core/connection/statements";
import type { Found } from "@/lib/store/core/listed";
import { naturalOrderOf } from "@/lib/store/core/natural-order";
import type { Tx } from "@/lib/store/core/tx";

const TAGS_LOCK = 7_243_313;

/** Every use of a tag, with its project. */
const IN_USE = `
  select m.project_id, unnest(m.tags) as tag from monitors m
  union all select i.project_id, unnest(i.tags) from incidents i
  union all select s.project_id, unnest(s.tags) from status_pages s
  union all select w.project_id, unnest(w.tags) from maintenance_windows w`;

/** Returns whether no monitor of the project uses some of the tags yet, a cheap indexed check before the full count. */
export async function hasNewTags(trx: Tx, projectId: number, tags: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ fresh: boolean }>`
    select count(*) < ${new Set(tags).size} as fresh from unnest(${sql.val([...new Set(tags)])}::text[]) as wanted (tag)
    where wanted.tag in (select unnest(m.tags) from monitors m
      where m.project_id = ${projectId} and m.tags && ${sql.val([...tags])}::text[])`.execute(trx);
  return rows[0]?.fresh ?? true;
}

/**
 * Counts the organization's different tags with these added. Serialized per organization, so that two calls can't both use the
 * last place.
 */
export async function countTagsWith(
  trx: Tx,
  organizationId: number,
  tags: readonly string[],
): Promise<number> {
  await sql`select pg_advisory_xact_lock(${TAGS_LOCK}, ${organizationId}::int)`.execute(trx);
  const { rows } = await sql<{ total: number }>`
    select count(distinct tag) as total from (
      select u.tag from (${sql.raw(IN_USE)}) u join projects p on p.id = u.project_id
      where p.organization_id = ${organizationId}
      union select unnest(${sql.val([...tags])}::text[])) t`.execute(trx);
  return rows[0]?.total ?? 0;
}

export interface TagCount {
  tag: string;
  monitors: number;
  incidents: number;
  status_pages: number;
  maintenance_windows: number;
}

/** Returns the project's tags by name, or one of them, with their number of uses. */
export async function selectTags(
  projectId: number,
  { limit, offset, tag = null }: { limit: number; offset: number; tag?: string | null },
): Promise<Found<TagCount>> {
  const rows = await read<TagCount & { total: number }>(
    // Many monitors have the same tags, so their lists are counted before they are split.
    `select tag, coalesce(sum(uses) filter (where kind = 'm'), 0) as monitors,
       coalesce(sum(uses) filter (where kind = 'i'), 0) as incidents,
       coalesce(sum(uses) filter (where kind = 's'), 0) as status_pages,
       coalesce(sum(uses) filter (where kind = 'w'), 0) as maintenance_windows, count(*) over () as total
     from (
       select 'm' as kind, tags, count(*) as uses from monitors where project_id = $1 and tags <> '{}' group by tags
       union all select 'i', tags, count(*) from incidents where project_id = $1 and tags <> '{}' group by tags
       union all select 's', tags, count(*) from status_pages where project_id = $1 and tags <> '{}' group by tags
       union all select 'w', tags, count(*) from maintenance_windows where project_id = $1 and tags <> '{}' group by tags
     ) used cross join lateral unnest(used.tags) as tag
     where $4::text is null or tag = $4 group by tag order by ${naturalOrderOf("tag")}, tag limit $2 offset $3`,
    [projectId, limit, offset, tag],
  );
  const total = rows[0]?.total ?? (offset > 0 ? await countTags(projectId) : 0);
  return { rows, total };
}

async function countTags(projectId: number): Promise<number> {
  const rows = await read<{ total: number }>(
    `select count(distinct tag) as total from (${IN_USE}) t where project_id = $1`,
    [projectId],
  );
  return rows[0]?.total ?? 0;
}

/** Tables with tags and a time of the last change. */
const TAGGED = [
  "monitors",
  "incidents",
  "incident_templates",
  "maintenance_windows",
  "maintenance_recurrences",
  "alert_rules",
  "status_pages",
] as const;

/** Replaces a tag in everything of a project. What has the new one already keeps it once. Returns the IDs of what was changed, by table. */
export async function replaceTag(trx: Tx, projectId: number, from: string, to: string) {
  const changed = new Map<(typeof TAGGED)[number], number[]>();
  for (const table of TAGGED) {
    const { rows } = await sql<{ id: number }>`
      update ${sql.table(table)} set updated_at = now(),
        tags = case when ${to} = any (tags) then array_remove(tags, ${from}) else array_replace(tags, ${from}, ${to}) end
      where project_id = ${projectId} and tags @> array[${from}::text] returning id`.execute(trx);
    if (rows.length > 0)
      changed.set(
        table,
        rows.map(({ id }) => id),
      );
  }
  return changed;
}

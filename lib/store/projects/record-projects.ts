import type { ReachQuery } from "@/lib/store/accounts/credentials";
import { read } from "@/lib/store/core/connection/statements";

const TABLES = {
  incidents: "incidents",
  monitors: "monitors",
  maintenance: "maintenance_windows",
  "status-pages": "status_pages",
} as const;

export interface RecordProjectRow {
  id: number;
  name: string;
  slug: string;
}

/** Returns the project of a record if it's reachable. One statement, so that missing and unreachable records look the same. */
export async function selectRecordProject(
  reach: ReachQuery,
  kind: keyof typeof TABLES,
  recordId: number,
): Promise<RecordProjectRow | null> {
  const [row] = await read<RecordProjectRow>(
    `select p.id, p.name, p.slug from ${TABLES[kind]} r join projects p on p.id = r.project_id
      where r.id = $3 and p.organization_id = $1 and p.deleted_at is null and ($2::bigint is null
        or exists (select 1 from project_members m where m.project_id = p.id and m.user_id = $2))`,
    [reach.organizationId, reach.memberId, recordId],
  );
  return row ?? null;
}

import { invalidField } from "@/lib/contract/core/errors";
import { TAGS_PER_ORGANIZATION, type TagInUse } from "@/lib/contract/monitors/tags";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import type { Listed, Page } from "@/lib/services/core/page";
import type { Tx } from "@/lib/store/core/tx";
import { countTagsWith, hasNewTags, selectTags } from "@/lib/store/monitors/tags";

/** 422 when these tags would bring the organization above its number of different tags. */
export async function requireTagRoom(trx: Tx, caller: Caller, tags: readonly string[] | null): Promise<void> {
  if (!tags || tags.length === 0) return;
  if (!(await hasNewTags(trx, caller.organizationId, tags))) return;
  const total = await countTagsWith(trx, caller.organizationId, tags);
  if (total <= TAGS_PER_ORGANIZATION) return;
  throw invalidField(
    "tags",
    `An organization may use at most ${TAGS_PER_ORGANIZATION} different tags; with these it would be ${total}.`,
  );
}

/** Tags in use in the project, by name, with counts. */
export async function listTags(caller: Caller, page: Page): Promise<Listed<TagInUse>> {
  requirePermission(caller, "uptime:read");
  const { rows, total } = await selectTags(projectOf(caller), page.limit, page.offset);
  const items = rows.map((row) => ({
    ...row,
    total: row.monitors + row.incidents + row.status_pages + row.maintenance_windows,
  }));
  return { items, total };
}

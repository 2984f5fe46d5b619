import { invalidField } from "@/lib/contract/core/errors";
import { TAGS_PER_ORGANIZATION, type TagInUse } from "@/lib/contract/monitors/tags";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import type { Listed, Page } from "@/lib/services/core/page";
import type { Tx } from "@/lib/store/core/tx";
import { countTagsWith, hasNewTags, selectTags } from "@/lib/store/monitors/tags";

/** Throws 422 if these tags would exceed the organization's number of different tags. */
export async function requireTagLimit(
  trx: Tx,
  caller: Caller,
  tags: readonly string[] | null,
): Promise<void> {
  if (!tags || tags.length === 0) return;
  if (!(await hasNewTags(trx, caller.organizationId, tags))) return;
  const total = await countTagsWith(trx, caller.organizationId, tags);
  if (total <= TAGS_PER_ORGANIZATION) return;
  throw invalidField(
    "tags",
    `An organization can use at most ${TAGS_PER_ORGANIZATION} different tags; got ${total} with these.`,
  );
}

/** Returns the tags in use in the project, by name, with counts. */
export async function listTags(caller: Caller, page: Page): Promise<Listed<TagInUse>> {
  requirePermission(caller, "uptime:read");
  const { rows, total } = await selectTags(projectOf(caller), page.limit, page.offset);
  const items = rows.map((row) => ({
    ...row,
    total: row.monitors + row.incidents + row.status_pages + row.maintenance_windows,
  }));
  return { items, total };
}

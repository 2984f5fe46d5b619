import { found, invalidField, recordNotFound } from "@/lib/contract/core/errors";
import { TAGS_PER_ORGANIZATION, type TagInUse } from "@/lib/contract/monitors/tags";
import { audit } from "@/lib/services/core/audit";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { itemsOf, type Listed, type Page } from "@/lib/services/core/page";
import { replaceTagInFilters } from "@/lib/store/accounts/saved-filters";
import { hint } from "@/lib/store/core/hints";
import { type Tx, tx } from "@/lib/store/core/tx";
import { countTagsWith, hasNewTags, replaceTag, selectTags, type TagCount } from "@/lib/store/monitors/tags";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";

/** Throws 422 if these tags would exceed the organization's number of different tags. */
export async function requireTagLimit(
  trx: Tx,
  caller: Caller,
  tags: readonly string[] | null,
): Promise<void> {
  if (!tags || tags.length === 0) return;
  if (!(await hasNewTags(trx, projectOf(caller), tags))) return;
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
  return itemsOf(selectTags(projectOf(caller), page), toTag);
}

function toTag(row: TagCount): TagInUse {
  return { ...row, total: row.monitors + row.incidents + row.status_pages + row.maintenance_windows };
}

/** Gives a tag another name everywhere in the project. Throws 404 if nothing has it. */
export async function renameTag(caller: Caller, from: string, to: string): Promise<TagInUse> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  const now = async (tag: string) => (await selectTags(projectId, { limit: 1, offset: 0, tag })).rows[0];
  if (from === to) return toTag(found(await now(to)));
  const changed = await tx(async (trx) => {
    const changed = await replaceTag(trx, projectId, from, to);
    if (changed.size === 0) throw recordNotFound();
    await replaceTagInFilters(trx, projectId, from, to);
    // Only now is the old one's place free.
    await requireTagLimit(trx, caller, [to]);
    await audit(trx, caller, "tag.renamed", { type: "project", id: projectId }, { from, to });
    await requestPageRender(trx, projectId);
    return changed;
  });
  for (const id of changed.get("monitors") ?? [])
    hint("live", { project_id: projectId, topic: "monitors", id });
  return toTag(
    (await now(to)) ?? { tag: to, monitors: 0, incidents: 0, status_pages: 0, maintenance_windows: 0 },
  );
}

import type { SavedFilter, SaveFilter } from "@/lib/contract/accounts/saved-filters";
import { invalidField, recordNotFound } from "@/lib/contract/core/errors";
import { type Caller, projectOf } from "@/lib/services/core/caller";
import { itemsOf, type Listed, type Page } from "@/lib/services/core/page";
import { isoSeconds } from "@/lib/shared/clock";
import {
  countSavedFilters,
  deleteSavedFilterRow,
  type SavedFilterRow,
  selectSavedFilters,
  upsertSavedFilter,
} from "@/lib/store/accounts/saved-filters";
import { tx } from "@/lib/store/core/tx";
import { personOf } from "./sessions";

const FILTERS_MAX = 50;

const ownerOf = (caller: Caller) => ({ userId: personOf(caller), projectId: projectOf(caller) });

export async function listSavedFilters(caller: Caller, page: Page): Promise<Listed<SavedFilter>> {
  return itemsOf(selectSavedFilters(ownerOf(caller), page), toFilter);
}

/** Saves filters under a name. Throws 422 above 50 per person and project. */
export async function saveFilter(caller: Caller, input: SaveFilter): Promise<SavedFilter> {
  const owner = ownerOf(caller);
  return tx(async (trx) => {
    const row = await upsertSavedFilter(trx, {
      user_id: owner.userId,
      project_id: owner.projectId,
      ...input,
    });
    if ((await countSavedFilters(trx, owner)) > FILTERS_MAX)
      throw invalidField("name", `You already have ${FILTERS_MAX} saved filters. Delete one first.`);
    return toFilter(row);
  });
}

export async function deleteSavedFilter(caller: Caller, id: number): Promise<void> {
  if (!(await deleteSavedFilterRow(personOf(caller), id))) throw recordNotFound();
}

function toFilter({ id, list, name, query, created_at }: SavedFilterRow): SavedFilter {
  return { id, list, name, query, created_at: isoSeconds(created_at) };
}

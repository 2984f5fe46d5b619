import * as filters from "@/lib/contract/accounts/saved-filters";
import { getUser, listUsers } from "@/lib/contract/accounts/users";
import { handlers } from "@/lib/http/router/handler";
import { deleteSavedFilter, listSavedFilters, saveFilter } from "@/lib/services/accounts/saved-filters";
import * as users from "@/lib/services/accounts/users";

export const userHandlers = handlers({
  [listUsers.id]: ({ caller, query, page }) => users.listUsers(caller, query, page),
  [getUser.id]: ({ caller, params }) => users.getUser(caller, params.userId),
  [filters.listSavedFilters.id]: ({ caller, page }) => listSavedFilters(caller, page),
  [filters.saveFilter.id]: ({ caller, body }) => saveFilter(caller, body),
  [filters.deleteSavedFilter.id]: ({ caller, params }) => deleteSavedFilter(caller, params.savedFilterId),
});

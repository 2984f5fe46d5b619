import { getUser, listUsers } from "@/lib/contract/accounts/users";
import { handlers } from "@/lib/http/router/handler";
import * as users from "@/lib/services/accounts/users";

export const userHandlers = handlers({
  [listUsers.id]: ({ caller, query, page }) => users.listUsers(caller, query, page),
  [getUser.id]: ({ caller, params }) => users.getUser(caller, params.userId),
});

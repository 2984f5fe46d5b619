import { getUser, listUsers } from "@/lib/contract/users";
import * as users from "@/lib/services/users";
import { handlers } from "../handler";

export const userHandlers = handlers({
  [listUsers.id]: ({ caller, query, page }) => users.listUsers(caller, query, page),
  [getUser.id]: ({ caller, params }) => users.getUser(caller, params.userId),
});

import { createKey, listKeys, revokeKey } from "@/lib/contract/accounts/keys";
import { handlers } from "@/lib/http/router/handler";
import * as keys from "@/lib/services/accounts/keys";

export const keyHandlers = handlers({
  [listKeys.id]: ({ caller, page }) => keys.listKeys(caller, page),
  [createKey.id]: ({ caller, body }) => keys.createKey(caller, body),
  [revokeKey.id]: ({ caller, params }) => keys.revokeKey(caller, params.keyId),
});

import { createKey, listKeys, revokeKey } from "@/lib/contract/keys";
import * as keys from "@/lib/services/keys";
import { handlers } from "../handler";

export const keyHandlers = handlers({
  [listKeys.id]: ({ caller, page }) => keys.listKeys(caller, page),
  [createKey.id]: ({ caller, body }) => keys.createKey(caller, body),
  [revokeKey.id]: ({ caller, params }) => keys.revokeKey(caller, params.keyId),
});

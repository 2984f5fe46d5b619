import {
  listPageSubscribers as list,
  removePageSubscriber as remove,
} from "@/lib/contract/status-pages/subscribers";
import { handlers } from "@/lib/http/router/handler";
import { listPageSubscribers, removePageSubscriber } from "@/lib/services/status-pages/subscribers";

export const pageSubscriberHandlers = handlers({
  [list.id]: ({ caller, params, page }) => listPageSubscribers(caller, params.statusPageId, page),
  [remove.id]: ({ caller, params }) => removePageSubscriber(caller, params.statusPageId, params.subscriberId),
});

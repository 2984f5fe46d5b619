import { listPageSubscribers as list, removePageSubscriber as remove } from "@/lib/contract/page-subscribers";
import { listPageSubscribers, removePageSubscriber } from "@/lib/services/page-subscribers";
import { handlers } from "../handler";

export const pageSubscriberHandlers = handlers({
  [list.id]: ({ caller, params, page }) => listPageSubscribers(caller, params.statusPageId, page),
  [remove.id]: ({ caller, params }) => removePageSubscriber(caller, params.statusPageId, params.subscriberId),
});

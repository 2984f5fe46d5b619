import { monitorIds } from "@/lib/contract/status-pages/component-monitors";
import { SUBSCRIPTION_KINDS } from "@/lib/contract/status-pages/subscribers";
import { componentsOf } from "@/lib/status-page/model/stored-page";
import type { StatusPageRow } from "@/lib/store/status-pages/pages";
import type { SubscriberChoice } from "@/lib/store/status-pages/subscribers";

/**
 * Returns the choice in a form of the page. A chosen group is kept by its name, for monitors added to it later, and as its monitors, in
 * case it is renamed.
 */
export function choiceOf(page: StatusPageRow, form: URLSearchParams): SubscriberChoice {
  const parsed = componentsOf(page);
  const wanted = new Set(form.getAll("component").map(Number));
  const names = new Set(form.getAll("group"));
  const groups = parsed.flatMap((item) =>
    item.componentable_type === "uptime/group" && names.has(item.name) ? [item] : [],
  );
  const members = new Set(monitorIds(groups));
  return {
    components: [...new Set(monitorIds(parsed))].filter((id) => wanted.has(id) || members.has(id)),
    groups: groups.map(({ name }) => name),
    kinds: SUBSCRIPTION_KINDS.filter((kind) => form.getAll("kind").includes(kind)),
  };
}

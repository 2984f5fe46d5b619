import type { PageSubscriber } from "@/lib/contract/status-pages/subscribers";
import { counted } from "@/lib/presenters/core/format";

/** Returns what a subscriber chose: `incidents · Europe, 2 components`. */
export function choiceWords({
  components,
  groups,
  kinds,
}: Pick<PageSubscriber, "components" | "groups" | "kinds">): string {
  // A group's own monitors are among the components.
  const chosen = groups.length > 0 ? groups.join(", ") : counted(components.length, "component");
  const what = components.length + groups.length === 0 ? "all components" : chosen;
  return kinds.length === 1 ? `${kinds[0]} · ${what}` : what;
}

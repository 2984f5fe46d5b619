import { LANGUAGES } from "@/lib/contract/status-pages/languages";
import type { PageSubscriber } from "@/lib/contract/status-pages/subscribers";
import { counted } from "@/lib/presenters/core/format";

/** Returns what a subscriber chose: `incidents · Europe, 2 components · in Deutsch`. */
export function choiceWords({
  components,
  groups,
  kinds,
  language,
}: Pick<PageSubscriber, "components" | "groups" | "kinds" | "language">): string {
  // A group's own monitors are among the components.
  const chosen = groups.length > 0 ? groups.join(", ") : counted(components.length, "component");
  const what = components.length + groups.length === 0 ? "all components" : chosen;
  const reads = language ? [`in ${LANGUAGES[language].name}`] : [];
  return [...(kinds.length === 1 ? kinds : []), what, ...reads].join(" · ");
}

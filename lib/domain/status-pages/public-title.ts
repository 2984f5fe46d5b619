import { count } from "@/lib/domain/core/wording";
import type { PageState } from "./page-state";

/** An incident with its titles, which people wrote except for the title of an automatic one. */
export interface TitledIncident {
  readonly type: "monitor" | "manual";
  readonly title: string;
  readonly public_title: string | null;
}

/** Returns the title that visitors see, in English without a given one. */
export function publicTitle(incident: TitledIncident, names: readonly string[], state: PageState): string {
  return givenTitle(incident) ?? neutralTitle(names, state);
}

/** Returns the title that someone wrote for visitors. That of an automatic incident contains what the checks know, and stays private. */
export function givenTitle({ type, title, public_title: given }: TitledIncident): string | null {
  return given ?? (type === "manual" ? title : null);
}

/** Returns the title of an incident without a public one: what is affected and how, without anything the checks know. */
export function neutralTitle(names: readonly string[], state: PageState): string {
  const subject = subjectOf(names);
  const [is, has] = names.length > 1 ? ["are", "have"] : ["is", "has"];
  switch (state) {
    case "major_outage":
      return `${subject} ${is} unavailable`;
    case "partial_outage":
      return `${subject} ${is} partially unavailable`;
    case "degraded_performance":
      return `${subject} ${has} degraded performance`;
    case "maintenance":
      return `${subject} ${is} under maintenance`;
    default:
      return `Notice: ${subject}`;
  }
}

function subjectOf([first = "Our service", second, ...rest]: readonly string[]): string {
  if (second === undefined) return first;
  return `${first} and ${rest.length === 0 ? second : count(rest.length + 1, "other component")}`;
}

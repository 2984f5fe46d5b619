import type { IncidentState } from "@/lib/contract/incidents/states";
import type { IncidentTemplate } from "@/lib/contract/incidents/templates";

type Stage = Exclude<IncidentState, "unknown">;

/** What a template fills in; `key` tells templates of one picker apart. */
export type FormTemplate = { readonly key: string } & Pick<
  IncidentTemplate,
  "name" | "title" | "description" | "impact" | "tags" | "update_state" | "update_content"
>;

/** First sentences for a public update, one per state; written to be changed. */
const FIRST_SENTENCES: Record<Stage, { name: string; content: string }> = {
  investigating: {
    name: "We are looking into it",
    content: "We are looking into a problem with {what}. The next update follows within 30 minutes.",
  },
  identified: {
    name: "The cause is known",
    content: "We found the cause of the problem with {what} and are working on a fix.",
  },
  monitoring: {
    name: "A fix is in place",
    content: "A fix for {what} is in place. We are watching whether it holds.",
  },
  resolved: {
    name: "It is solved",
    content: "The problem with {what} is solved. We are sorry for the trouble.",
  },
};

/** The templates that every project starts with: an update for each state. */
export const START_TEMPLATES: readonly FormTemplate[] = Object.entries(FIRST_SENTENCES).map(
  ([state, { name, content }]) => ({
    key: state,
    name,
    title: null,
    description: null,
    impact: null,
    tags: null,
    update_state: state as Stage,
    update_content: content,
  }),
);

/** A project's own templates as pickers show them. */
export function ownTemplates(templates: readonly IncidentTemplate[]): FormTemplate[] {
  return templates.map((template) => ({ ...template, key: String(template.id) }));
}

/** A text with the names of what is affected in place of `{what}`; other braces are text. */
export function filledText(text: string, names: readonly string[]): string {
  const what = names.length === 0 ? "our service" : names.length > 3 ? "several services" : names.join(", ");
  return text.replaceAll("{what}", () => what);
}

/** The state that usually follows. */
export function nextState(state: IncidentState): Stage {
  const order: readonly IncidentState[] = ["investigating", "identified", "monitoring", "resolved"];
  const at = order.indexOf(state);
  const next = order[Math.min(at + 1, order.length - 1)];
  return next === undefined || next === "unknown" ? "investigating" : next;
}

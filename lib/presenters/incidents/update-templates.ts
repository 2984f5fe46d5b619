import type { IncidentState } from "@/lib/contract/incidents/states";
import type { IncidentTemplate } from "@/lib/contract/incidents/templates";

type Stage = Exclude<IncidentState, "unknown">;

/** A template in a picker. `key` is unique within the picker. */
export type FormTemplate = { readonly key: string } & Pick<
  IncidentTemplate,
  "name" | "title" | "description" | "impact" | "tags" | "update_state" | "update_content"
>;

/** Starting texts for public updates, one per state. People edit them before publishing. */
const FIRST_SENTENCES: Record<Stage, { name: string; content: string }> = {
  investigating: {
    name: "We're investigating",
    content: "We're investigating a problem with {what}. We'll post the next update within 30 minutes.",
  },
  identified: {
    name: "Cause identified",
    content: "We've found the cause of the problem with {what} and are working on a fix.",
  },
  monitoring: {
    name: "A fix is in place",
    content: "A fix for {what} is in place. We're monitoring the results.",
  },
  resolved: {
    name: "Resolved",
    content: "The problem with {what} has been resolved. We're sorry for the disruption.",
  },
};

/** The built-in templates of every project: one update per state. */
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

/** Returns a project's own templates for pickers. */
export function ownTemplates(templates: readonly IncidentTemplate[]): FormTemplate[] {
  return templates.map((template) => ({ ...template, key: String(template.id) }));
}

/** Replaces `{what}` with the names of what is affected. Other braces stay. */
export function filledText(text: string, names: readonly string[]): string {
  const what = names.length === 0 ? "our service" : names.length > 3 ? "several services" : names.join(", ");
  return text.replaceAll("{what}", () => what);
}

/** Returns the state that usually comes next. */
export function nextState(state: IncidentState): Stage {
  const order: readonly IncidentState[] = ["investigating", "identified", "monitoring", "resolved"];
  const at = order.indexOf(state);
  const next = order[Math.min(at + 1, order.length - 1)];
  return next === undefined || next === "unknown" ? "investigating" : next;
}

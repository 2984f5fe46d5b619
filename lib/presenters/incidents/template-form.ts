import type { Impact, IncidentState } from "@/lib/contract/incidents/states";
import type { IncidentTemplate } from "@/lib/contract/incidents/templates";
import { STATE_LOOKS } from "@/lib/presenters/core/states";
import { tagsOf } from "./template-draft";
import type { FormTemplate } from "./update-templates";

/** The form values of a template. Fields that it doesn't fill in are empty. */
export interface TemplateForm {
  name: string;
  title: string;
  description: string;
  impact: Impact | null;
  tags: string;
  update_state: IncidentState;
  update_content: string;
}

export const NEW_TEMPLATE: TemplateForm = {
  name: "",
  title: "",
  description: "",
  impact: null,
  tags: "",
  update_state: "investigating",
  update_content: "",
};

export function draftOfTemplate(template: Omit<FormTemplate, "key">): TemplateForm {
  return {
    name: template.name,
    title: template.title ?? "",
    description: template.description ?? "",
    impact: template.impact,
    tags: (template.tags ?? []).join(", "),
    update_state: template.update_state ?? NEW_TEMPLATE.update_state,
    update_content: template.update_content ?? "",
  };
}

/** Returns the body of a create or update. Empty fields are null, and so is the state without a message. */
export function templateBody(draft: TemplateForm) {
  const hasUpdate = draft.update_content.trim() !== "";
  return {
    name: draft.name,
    title: draft.title.trim() || null,
    description: draft.description.trim() === "" ? null : draft.description,
    impact: draft.impact,
    tags: tagsOf(draft.tags),
    update_state: hasUpdate ? draft.update_state : null,
    update_content: hasUpdate ? draft.update_content : null,
  };
}

/** Summarizes the content of a template: `Incident · Major outage · Update: Investigating`. */
export function templateWords({
  title,
  impact,
  update_state,
}: Pick<IncidentTemplate, "title" | "impact" | "update_state">): string {
  const parts = [
    title ?? "",
    impact ? STATE_LOOKS[impact].word : "",
    update_state ? `Update: ${STATE_LOOKS[update_state].word}` : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id, prose, text } from "@/lib/contract/core/fields";
import { Tags } from "@/lib/contract/monitors/tags";
import { CreateIncident } from "./incidents";
import { Impact, IncidentState } from "./states";

export const TEMPLATES_PER_PROJECT = 100;

const PLACEHOLDER = "`{what}` is replaced with the names of the affected monitors; other braces are kept.";

const fields = {
  name: text(1, 100).meta({
    title: "Name",
    description: "1 to 100 characters. Unique within the project, ignoring case.",
    examples: ["Payment provider down"],
  }),
  title: text(1, 250)
    .nullable()
    .meta({
      title: "Incident title",
      description: `Null or 1 to 250 characters. ${PLACEHOLDER}`,
      examples: ["Payments are failing in {what}"],
    }),
  description: CreateIncident.shape.description.unwrap(),
  impact: Impact.nullable(),
  tags: Tags,
  update_state: IncidentState.nullable().meta({
    title: "State",
    description: "State of the public update; null when the template has none.",
    examples: ["investigating"],
  }),
  update_content: prose(1, 10_000)
    .nullable()
    .meta({
      title: "Public update",
      description: `Markdown, null or 1 to 10,000 characters. ${PLACEHOLDER}`,
      examples: ["Our payment provider has an outage. We are in contact with them."],
    }),
};

export const CreateIncidentTemplate = z.object({
  ...fields,
  title: fields.title.default(null),
  description: fields.description.default(null),
  impact: fields.impact.default(null),
  tags: fields.tags.default(null),
  update_state: fields.update_state.default(null),
  update_content: fields.update_content.default(null),
});
export type CreateIncidentTemplate = z.infer<typeof CreateIncidentTemplate>;

/** A partial update. Omitted fields keep their value. */
export const UpdateIncidentTemplate = z.object(fields).partial();
export type UpdateIncidentTemplate = z.infer<typeof UpdateIncidentTemplate>;

export const IncidentTemplate = z.object({
  id: Id,
  project_id: Id,
  ...fields,
  created_at: DateOut,
  updated_at: DateOut,
});
export type IncidentTemplate = z.infer<typeof IncidentTemplate>;

export const endpoints = endpointsOf("project", "Incident templates", {
  listIncidentTemplates: {
    at: "GET /uptime/incident-templates",
    summary: "List incident templates",
    description: "Sorted by name.",
    response: IncidentTemplate,
    list: true,
  },
  createIncidentTemplate: {
    at: "POST /uptime/incident-templates",
    summary: "Create an incident template",
    description: `A project can have at most ${TEMPLATES_PER_PROJECT} templates. A template needs a title, a public update, or both.`,
    body: CreateIncidentTemplate,
    response: IncidentTemplate,
    status: 201,
  },
  getIncidentTemplate: {
    at: "GET /uptime/incident-templates/{incidentTemplateId}",
    summary: "Get an incident template",
    response: IncidentTemplate,
  },
  updateIncidentTemplate: {
    at: "POST /uptime/incident-templates/{incidentTemplateId}",
    summary: "Update an incident template",
    description: "Does not change incidents and updates already created from it.",
    body: UpdateIncidentTemplate,
    response: IncidentTemplate,
  },
  deleteIncidentTemplate: {
    at: "DELETE /uptime/incident-templates/{incidentTemplateId}",
    summary: "Delete an incident template",
  },
});

import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateIn, DateOut, Id, prose } from "@/lib/contract/core/fields";
import { Incident } from "./incidents";
import { IncidentState } from "./states";

const fields = {
  state: IncidentState,
  content: prose(1, 10_000).meta({
    title: "Message",
    description: "Markdown, 1 to 10,000 characters. Public as soon as it is published.",
    examples: ["We found the cause and are **rolling back** the release."],
  }),
  published_at: DateIn.meta({
    title: "Published at",
    description:
      "Within the last year and at most 10 minutes ahead. Defaults to now. An update with a future time is scheduled and shown at that time.",
    examples: ["2026-01-31T12:00:00Z"],
  }),
  next_update_at: DateIn.nullable().meta({
    title: "Next update by",
    description:
      "When visitors can expect the next update: null, or a time up to 7 days after `published_at`.",
    examples: ["2026-01-31T12:30:00Z"],
  }),
};

export const CreateIncidentUpdate = z.object({
  ...fields,
  published_at: fields.published_at.optional(),
  next_update_at: fields.next_update_at.optional(),
  public_title: Incident.shape.public_title.optional().meta({
    description: "Also sets the incident's `public_title`. Leave it out to keep the current one.",
  }),
});
export type CreateIncidentUpdate = z.infer<typeof CreateIncidentUpdate>;

/** Editing recomputes the incident's state, but never recovers the incident or triggers an event. */
export const EditIncidentUpdate = z.object(fields).partial();
export type EditIncidentUpdate = z.infer<typeof EditIncidentUpdate>;

/** The author of an update or comment. */
export const Creator = z
  .object({
    id: Id,
    type: z.enum(["user", "api_key"]),
    label: z.string(),
  })
  .meta({ title: "Creator", examples: [{ id: 1, type: "user", label: "Ada" }] });
export type Creator = z.infer<typeof Creator>;

export const IncidentUpdate = z.object({
  id: Id,
  project_id: Id,
  incident_id: Id,
  state: IncidentState,
  content: fields.content,
  published_at: DateOut,
  next_update_at: DateOut.nullable(),
  creator: Creator,
  created_at: DateOut,
  updated_at: DateOut,
});
export type IncidentUpdate = z.infer<typeof IncidentUpdate>;

export const endpoints = endpointsOf("project", "Incident updates", {
  listIncidentUpdates: {
    at: "GET /uptime/incidents/{incidentId}/updates",
    summary: "List an incident's updates",
    description: "Newest first, including scheduled updates.",
    response: IncidentUpdate,
    list: true,
  },
  createIncidentUpdate: {
    at: "POST /uptime/incidents/{incidentId}/updates",
    summary: "Publish an update",
    description:
      "Raises the incident's state, but never lowers it. `resolved` recovers an ongoing incident. An update with a future `published_at` is shown and announced at that time.",
    body: CreateIncidentUpdate,
    response: IncidentUpdate,
    status: 201,
  },
  getIncidentUpdate: {
    at: "GET /uptime/incidents/{incidentId}/updates/{incidentUpdateId}",
    summary: "Get an update",
    response: IncidentUpdate,
  },
  editIncidentUpdate: {
    at: "POST /uptime/incidents/{incidentId}/updates/{incidentUpdateId}",
    summary: "Edit an update",
    description:
      "Requires the update's author or the `incidents:moderate` permission. Recomputes the incident's state, but triggers no event and never recovers the incident.",
    body: EditIncidentUpdate,
    response: IncidentUpdate,
  },
  deleteIncidentUpdate: {
    at: "DELETE /uptime/incidents/{incidentId}/updates/{incidentUpdateId}",
    summary: "Delete an update",
    description:
      "Requires the update's author or the `incidents:moderate` permission. Recomputes the incident's state.",
  },
});

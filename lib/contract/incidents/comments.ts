import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id, prose } from "@/lib/contract/core/fields";
import { Creator } from "./updates";

const content = prose(1, 10_000).meta({
  title: "Comment",
  description: "Markdown, 1 to 10,000 characters. Private: never shown on a status page.",
  examples: ["The deployment at 11:58 looks suspicious."],
});

export const CreateIncidentComment = z.object({ content });
export type CreateIncidentComment = z.infer<typeof CreateIncidentComment>;
export const EditIncidentComment = CreateIncidentComment.partial();
export type EditIncidentComment = z.infer<typeof EditIncidentComment>;

export const IncidentComment = z.object({
  id: Id,
  project_id: Id,
  incident_id: Id,
  content,
  creator: Creator,
  created_at: DateOut,
  updated_at: DateOut,
});
export type IncidentComment = z.infer<typeof IncidentComment>;

export const endpoints = endpointsOf("project", "Incident comments", {
  listIncidentComments: {
    at: "GET /uptime/incidents/{incidentId}/comments",
    summary: "List an incident's private comments",
    response: IncidentComment,
    list: true,
  },
  createIncidentComment: {
    at: "POST /uptime/incidents/{incidentId}/comments",
    summary: "Create a private comment",
    body: CreateIncidentComment,
    response: IncidentComment,
    status: 201,
  },
  getIncidentComment: {
    at: "GET /uptime/incidents/{incidentId}/comments/{commentId}",
    summary: "Get a comment",
    response: IncidentComment,
  },
  editIncidentComment: {
    at: "POST /uptime/incidents/{incidentId}/comments/{commentId}",
    summary: "Edit a comment",
    description: "Requires the comment's author or the `incidents:moderate` permission.",
    body: EditIncidentComment,
    response: IncidentComment,
  },
  deleteIncidentComment: {
    at: "DELETE /uptime/incidents/{incidentId}/comments/{commentId}",
    summary: "Delete a comment",
    description: "Requires the comment's author or the `incidents:moderate` permission.",
  },
});

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

const endpoint = endpointsOf({ scope: "project", tag: "Incident comments" });

export const listIncidentComments = endpoint(
  "listIncidentComments",
  "GET /uptime/incidents/{incidentId}/comments",
  {
    summary: "List an incident's private comments",
    response: IncidentComment,
    list: true,
  },
);

export const createIncidentComment = endpoint(
  "createIncidentComment",
  "POST /uptime/incidents/{incidentId}/comments",
  {
    summary: "Create a private comment",
    body: CreateIncidentComment,
    response: IncidentComment,
    status: 201,
  },
);

export const getIncidentComment = endpoint(
  "getIncidentComment",
  "GET /uptime/incidents/{incidentId}/comments/{commentId}",
  {
    summary: "Get a comment",
    response: IncidentComment,
  },
);

export const editIncidentComment = endpoint(
  "editIncidentComment",
  "POST /uptime/incidents/{incidentId}/comments/{commentId}",
  {
    summary: "Edit a comment",
    description: "Requires the comment's author or the `incidents:moderate` permission.",
    body: EditIncidentComment,
    response: IncidentComment,
  },
);

export const deleteIncidentComment = endpoint(
  "deleteIncidentComment",
  "DELETE /uptime/incidents/{incidentId}/comments/{commentId}",
  {
    summary: "Delete a comment",
    description: "Requires the comment's author or the `incidents:moderate` permission.",
  },
);

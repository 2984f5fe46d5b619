import { handlers } from "@/lib/http/router/handler";
import {
  createIncidentComment,
  deleteIncidentComment,
  editIncidentComment,
  getIncidentComment,
  listIncidentComments,
} from "@/lib/services/incidents/comments";

export const incidentCommentHandlers = handlers({
  listIncidentComments: ({ caller, params, page }) => listIncidentComments(caller, params.incidentId, page),
  createIncidentComment: ({ caller, params, body }) => createIncidentComment(caller, params.incidentId, body),
  getIncidentComment: ({ caller, params }) => getIncidentComment(caller, params.incidentId, params.commentId),
  editIncidentComment: ({ caller, params, body }) =>
    editIncidentComment(caller, params.incidentId, params.commentId, body),
  deleteIncidentComment: ({ caller, params }) =>
    deleteIncidentComment(caller, params.incidentId, params.commentId),
});

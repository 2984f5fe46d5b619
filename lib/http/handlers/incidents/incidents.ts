import { handlers } from "@/lib/http/router/handler";
import {
  createIncidentComment,
  deleteIncidentComment,
  editIncidentComment,
  getIncidentComment,
  listIncidentComments,
} from "@/lib/services/incidents/comments";
import {
  deleteIncident,
  getIncident,
  listIncidents,
  recoverIncident,
} from "@/lib/services/incidents/incidents";
import { replayMonitor } from "@/lib/services/incidents/replay";
import {
  createIncidentTemplate,
  deleteIncidentTemplate,
  getIncidentTemplate,
  listIncidentTemplates,
  updateIncidentTemplate,
} from "@/lib/services/incidents/templates";
import {
  acknowledgeIncident,
  assignIncident,
  getIncidentTimeline,
  unacknowledgeIncident,
} from "@/lib/services/incidents/timeline";
import { unmergeIncident } from "@/lib/services/incidents/unmerge";
import {
  createIncidentUpdate,
  deleteIncidentUpdate,
  editIncidentUpdate,
  getIncidentUpdate,
  listIncidentUpdates,
} from "@/lib/services/incidents/updates";
import { createIncident, updateIncident } from "@/lib/services/incidents/writes";

export const incidentHandlers = handlers({
  listIncidents: ({ caller, query, page }) => listIncidents(caller, query, page),
  createIncident: ({ caller, body }) => createIncident(caller, body),
  getIncident: ({ caller, params }) => getIncident(caller, params.incidentId),
  updateIncident: ({ caller, params, body }) => updateIncident(caller, params.incidentId, body),
  deleteIncident: ({ caller, params }) => deleteIncident(caller, params.incidentId),
  recoverIncident: ({ caller, params }) => recoverIncident(caller, params.incidentId),
  getIncidentTimeline: ({ caller, params }) => getIncidentTimeline(caller, params.incidentId),
  unmergeIncident: ({ caller, params, body }) => unmergeIncident(caller, params.incidentId, body),
  acknowledgeIncident: ({ caller, params }) => acknowledgeIncident(caller, params.incidentId),
  assignIncident: ({ caller, params, body }) => assignIncident(caller, params.incidentId, body),
  unacknowledgeIncident: ({ caller, params }) => unacknowledgeIncident(caller, params.incidentId),
  listIncidentUpdates: ({ caller, params, page }) => listIncidentUpdates(caller, params.incidentId, page),
  createIncidentUpdate: ({ caller, params, body }) => createIncidentUpdate(caller, params.incidentId, body),
  getIncidentUpdate: ({ caller, params }) =>
    getIncidentUpdate(caller, params.incidentId, params.incidentUpdateId),
  editIncidentUpdate: ({ caller, params, body }) =>
    editIncidentUpdate(caller, params.incidentId, params.incidentUpdateId, body),
  deleteIncidentUpdate: ({ caller, params }) =>
    deleteIncidentUpdate(caller, params.incidentId, params.incidentUpdateId),
  listIncidentComments: ({ caller, params, page }) => listIncidentComments(caller, params.incidentId, page),
  createIncidentComment: ({ caller, params, body }) => createIncidentComment(caller, params.incidentId, body),
  getIncidentComment: ({ caller, params }) => getIncidentComment(caller, params.incidentId, params.commentId),
  editIncidentComment: ({ caller, params, body }) =>
    editIncidentComment(caller, params.incidentId, params.commentId, body),
  deleteIncidentComment: ({ caller, params }) =>
    deleteIncidentComment(caller, params.incidentId, params.commentId),
  listIncidentTemplates: ({ caller, page }) => listIncidentTemplates(caller, page),
  createIncidentTemplate: ({ caller, body }) => createIncidentTemplate(caller, body),
  getIncidentTemplate: ({ caller, params }) => getIncidentTemplate(caller, params.incidentTemplateId),
  updateIncidentTemplate: ({ caller, params, body }) =>
    updateIncidentTemplate(caller, params.incidentTemplateId, body),
  deleteIncidentTemplate: ({ caller, params }) => deleteIncidentTemplate(caller, params.incidentTemplateId),
  replayMonitor: ({ caller, params, body }) => replayMonitor(caller, params.monitorId, body),
});

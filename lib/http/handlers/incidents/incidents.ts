import { handlers } from "@/lib/http/router/handler";
import {
  deleteIncident,
  getIncident,
  listIncidents,
  recoverIncident,
} from "@/lib/services/incidents/incidents";
import {
  acknowledgeIncident,
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
  unacknowledgeIncident: ({ caller, params }) => unacknowledgeIncident(caller, params.incidentId),
  listIncidentUpdates: ({ caller, params, page }) => listIncidentUpdates(caller, params.incidentId, page),
  createIncidentUpdate: ({ caller, params, body }) => createIncidentUpdate(caller, params.incidentId, body),
  getIncidentUpdate: ({ caller, params }) =>
    getIncidentUpdate(caller, params.incidentId, params.incidentUpdateId),
  editIncidentUpdate: ({ caller, params, body }) =>
    editIncidentUpdate(caller, params.incidentId, params.incidentUpdateId, body),
  deleteIncidentUpdate: ({ caller, params }) =>
    deleteIncidentUpdate(caller, params.incidentId, params.incidentUpdateId),
});

import { handlers } from "@/lib/http/router/handler";
import {
  createIncidentTemplate,
  deleteIncidentTemplate,
  getIncidentTemplate,
  listIncidentTemplates,
  updateIncidentTemplate,
} from "@/lib/services/incidents/templates";

export const incidentTemplateHandlers = handlers({
  listIncidentTemplates: ({ caller, page }) => listIncidentTemplates(caller, page),
  createIncidentTemplate: ({ caller, body }) => createIncidentTemplate(caller, body),
  getIncidentTemplate: ({ caller, params }) => getIncidentTemplate(caller, params.incidentTemplateId),
  updateIncidentTemplate: ({ caller, params, body }) =>
    updateIncidentTemplate(caller, params.incidentTemplateId, body),
  deleteIncidentTemplate: ({ caller, params }) => deleteIncidentTemplate(caller, params.incidentTemplateId),
});

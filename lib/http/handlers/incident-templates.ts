import {
  createIncidentTemplate,
  deleteIncidentTemplate,
  getIncidentTemplate,
  listIncidentTemplates,
  updateIncidentTemplate,
} from "@/lib/services/incident-templates";
import { handlers } from "../handler";

export const incidentTemplateHandlers = handlers({
  listIncidentTemplates: ({ caller, page }) => listIncidentTemplates(caller, page),
  createIncidentTemplate: ({ caller, body }) => createIncidentTemplate(caller, body),
  getIncidentTemplate: ({ caller, params }) => getIncidentTemplate(caller, params.incidentTemplateId),
  updateIncidentTemplate: ({ caller, params, body }) =>
    updateIncidentTemplate(caller, params.incidentTemplateId, body),
  deleteIncidentTemplate: ({ caller, params }) => deleteIncidentTemplate(caller, params.incidentTemplateId),
});

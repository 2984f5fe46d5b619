import { createIncidentTemplate, listIncidentTemplates } from "@/lib/contract/incident-templates";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(
  createIncidentTemplate,
  listIncidentTemplates,
);

import { deleteIncidentUpdate, editIncidentUpdate, getIncidentUpdate } from "@/lib/contract/incident-updates";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(
  deleteIncidentUpdate,
  editIncidentUpdate,
  getIncidentUpdate,
);

import {
  deleteIncidentComment,
  editIncidentComment,
  getIncidentComment,
} from "@/lib/contract/incident-comments";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(
  deleteIncidentComment,
  editIncidentComment,
  getIncidentComment,
);

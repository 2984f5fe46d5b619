import { deleteIntegration, getIntegration, updateIntegration } from "@/lib/contract/integrations";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(
  deleteIntegration,
  getIntegration,
  updateIntegration,
);

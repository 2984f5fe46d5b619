import { createIntegration, listIntegrations } from "@/lib/contract/integrations";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(createIntegration, listIntegrations);

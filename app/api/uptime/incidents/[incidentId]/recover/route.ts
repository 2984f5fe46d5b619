import { recoverIncident } from "@/lib/contract/incidents";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(recoverIncident);

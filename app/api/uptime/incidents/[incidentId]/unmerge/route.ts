import { unmergeIncident } from "@/lib/contract/incident-timeline";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(unmergeIncident);

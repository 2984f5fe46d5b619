import { getProjectReport } from "@/lib/contract/reports";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(getProjectReport);

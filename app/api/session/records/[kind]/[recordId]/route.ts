import { getRecordProject } from "@/lib/contract/record-projects";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(getRecordProject);

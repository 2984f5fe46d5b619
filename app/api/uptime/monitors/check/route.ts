import { checkUnsavedMonitor } from "@/lib/contract/check-now";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(checkUnsavedMonitor);

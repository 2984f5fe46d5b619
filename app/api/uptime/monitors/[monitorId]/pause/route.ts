import { pauseMonitor } from "@/lib/contract/monitors";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(pauseMonitor);

import { bulkMonitors } from "@/lib/contract/monitor-bulk";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(bulkMonitors);

import { replayMonitor } from "@/lib/contract/replay";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(replayMonitor);

import { handlers } from "@/lib/http/router/handler";
import { replayMonitor } from "@/lib/services/incidents/replay";

export const replayHandlers = handlers({
  replayMonitor: ({ caller, params, body }) => replayMonitor(caller, params.monitorId, body),
});

import { replayMonitor } from "@/lib/services/replay";
import { handlers } from "../handler";

export const replayHandlers = handlers({
  replayMonitor: ({ caller, params, body }) => replayMonitor(caller, params.monitorId, body),
});

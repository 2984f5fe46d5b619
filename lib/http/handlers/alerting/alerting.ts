import { handlers } from "@/lib/http/router/handler";
import { listIntegrations } from "@/lib/services/alerting/integrations";
import { addPushDevice } from "@/lib/services/alerting/push-devices";

export const alertingHandlers = handlers({
  listAllIntegrations: ({ caller, query, page }) => listIntegrations(caller, null, query, page),
  addPushDevice: ({ caller, body, request }) =>
    addPushDevice(caller, body, request.headers("user-agent") ?? null),
});

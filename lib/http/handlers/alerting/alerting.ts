import { type GuardTable, handlers } from "@/lib/http/router/handler";
import {
  createAlertRule,
  deleteAlertRule,
  getAlertRule,
  listAlertRules,
  updateAlertRule,
} from "@/lib/services/alerting/alert-rules";
import { getDelivery, listDeliveries, resendDelivery } from "@/lib/services/alerting/deliveries";
import { getIntegrationHealth } from "@/lib/services/alerting/integration-health";
import {
  createIntegration,
  deleteIntegration,
  getIntegration,
  listIntegrations,
  requireSetupHere,
  testIntegration,
  updateIntegration,
} from "@/lib/services/alerting/integrations";
import { listOutboxMails } from "@/lib/services/alerting/outbox";
import * as devices from "@/lib/services/alerting/push-devices";
import { listRateLimitedIntegrations } from "@/lib/services/alerting/rate-limits";
import {
  deleteTestIncident,
  getTestIncident,
  startTestIncident,
} from "@/lib/services/alerting/test-incidents";

/** Integrations, alert rules, and deliveries. */
export const alertingHandlers = handlers({
  listIntegrations: ({ caller, params, query, page }) => listIntegrations(caller, params.app, query, page),
  listAllIntegrations: ({ caller, query, page }) => listIntegrations(caller, null, query, page),
  createIntegration: ({ caller, params, body }) => createIntegration(caller, params.app, body),
  getIntegration: ({ caller, params }) => getIntegration(caller, params.app, params.integrationId),
  updateIntegration: ({ caller, params, body }) =>
    updateIntegration(caller, params.app, params.integrationId, body),
  deleteIntegration: ({ caller, params }) => deleteIntegration(caller, params.app, params.integrationId),
  testIntegration: ({ caller, params }) => testIntegration(caller, params.app, params.integrationId),
  listAlertRules: ({ caller, query, page }) => listAlertRules(caller, query, page),
  createAlertRule: ({ caller, body }) => createAlertRule(caller, body),
  getAlertRule: ({ caller, params }) => getAlertRule(caller, params.alertRuleId),
  updateAlertRule: ({ caller, params, body }) => updateAlertRule(caller, params.alertRuleId, body),
  deleteAlertRule: ({ caller, params }) => deleteAlertRule(caller, params.alertRuleId),
  listDeliveries: ({ caller, query, page }) => listDeliveries(caller, query, page),
  getDelivery: ({ caller, params }) => getDelivery(caller, params.deliveryId),
  resendDelivery: ({ caller, params }) => resendDelivery(caller, params.deliveryId),
  getIntegrationHealth: ({ caller }) => getIntegrationHealth(caller),
  startTestIncident: ({ caller, body }) => startTestIncident(caller, body),
  getTestIncident: ({ caller, params }) => getTestIncident(caller, params.testIncidentId),
  deleteTestIncident: ({ caller, params }) => deleteTestIncident(caller, params.testIncidentId),
  listRateLimitedIntegrations: ({ caller, page }) => listRateLimitedIntegrations(caller, page),
  listOutboxMails: ({ caller, page }) => listOutboxMails(caller, page),
  getPushKey: ({ caller }) => devices.getPushKey(caller),
  listPushDevices: ({ caller, page }) => devices.listPushDevices(caller, page),
  addPushDevice: ({ caller, body, request }) =>
    devices.addPushDevice(caller, body, request.headers("user-agent") ?? null),
  removePushDevice: ({ caller, params }) => devices.removePushDevice(caller, params.deviceId),
  testPushDevice: ({ caller, params }) => devices.testPushDevice(caller, params.deviceId),
});

export const alertingGuards: GuardTable = {
  createIntegration: (caller, { app }) => requireSetupHere(caller, app),
};

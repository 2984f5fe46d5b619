import type * as accounts from "@/lib/contract/accounts";
import type * as rules from "@/lib/contract/alert-rules";
import type * as auditLog from "@/lib/contract/audit-log";
import type * as certificates from "@/lib/contract/certificates";
import type * as channelHolds from "@/lib/contract/channel-holds";
import type * as checks from "@/lib/contract/check-now";
import type * as deliveries from "@/lib/contract/deliveries";
import type * as destinationHealth from "@/lib/contract/destination-health";
import type * as drills from "@/lib/contract/drills";
import type * as comments from "@/lib/contract/incident-comments";
import type * as templates from "@/lib/contract/incident-templates";
import type * as timeline from "@/lib/contract/incident-timeline";
import type * as updates from "@/lib/contract/incident-updates";
import type * as incidents from "@/lib/contract/incidents";
import type * as integrations from "@/lib/contract/integrations";
import type * as invitations from "@/lib/contract/invitations";
import type * as keys from "@/lib/contract/keys";
import type * as maintenance from "@/lib/contract/maintenance-windows";
import type * as members from "@/lib/contract/members";
import type * as bulk from "@/lib/contract/monitor-bulk";
import type * as monitors from "@/lib/contract/monitors";
import type * as outbox from "@/lib/contract/outbox";
import type * as ownSessions from "@/lib/contract/own-sessions";
import type * as pageSubscribers from "@/lib/contract/page-subscribers";
import type * as projects from "@/lib/contract/projects";
import type * as pushDevices from "@/lib/contract/push-devices";
import type * as recordProjects from "@/lib/contract/record-projects";
import type * as replay from "@/lib/contract/replay";
import type * as reports from "@/lib/contract/reports";
import type * as results from "@/lib/contract/results";
import type * as runners from "@/lib/contract/runners";
import type * as series from "@/lib/contract/series";
import type * as statusPages from "@/lib/contract/status-pages";
import type * as tags from "@/lib/contract/tags";
import type * as twoFactor from "@/lib/contract/two-factor";
import type * as users from "@/lib/contract/users";
import { list, one } from "./route";

const MONITOR = "/uptime/monitors/{monitorId}";
const INCIDENT = "/uptime/incidents/{incidentId}";
const TEMPLATE = "/uptime/incident-templates/{incidentTemplateId}";
const UPDATE = `${INCIDENT}/updates/{incidentUpdateId}` as const;
const WINDOW = "/uptime/maintenance-windows/{maintenanceWindowId}";
const PAGE = "/uptime/status-pages/{statusPageId}";
const MEMBER = "/members/{userId}";
const DEVICE = "/account/devices/{deviceId}";
const INTEGRATION = "/apps/{app}/integrations/{integrationId}";

/** Every endpoint that the dashboard calls. */
export const routes = {
  listMonitors: list<typeof monitors.listMonitors>("listMonitors", "/uptime/monitors"),
  createMonitor: one<typeof monitors.createMonitor>("createMonitor", "POST", "/uptime/monitors"),
  getMonitor: one<typeof monitors.getMonitor>("getMonitor", "GET", MONITOR),
  updateMonitor: one<typeof monitors.updateMonitor>("updateMonitor", "POST", MONITOR),
  deleteMonitor: one<typeof monitors.deleteMonitor>("deleteMonitor", "DELETE", MONITOR),
  pauseMonitor: one<typeof monitors.pauseMonitor>("pauseMonitor", "POST", `${MONITOR}/pause`),
  resumeMonitor: one<typeof monitors.resumeMonitor>("resumeMonitor", "POST", `${MONITOR}/resume`),
  checkMonitor: one<typeof checks.checkMonitor>("checkMonitor", "POST", `${MONITOR}/check`),
  listResults: one<typeof results.listResults>("listResults", "GET", `${MONITOR}/results`),
  getSeries: one<typeof series.getSeries>("getSeries", "GET", `${MONITOR}/series`),
  getStrips: one<typeof series.getStrips>("getStrips", "GET", "/uptime/monitor-strips"),
  getMonitorReport: one<typeof reports.getMonitorReport>("getMonitorReport", "GET", `${MONITOR}/report`),
  getProjectReport: one<typeof reports.getProjectReport>("getProjectReport", "GET", "/uptime/reports"),
  listTags: list<typeof tags.listTags>("listTags", "/uptime/tags"),
  listIncidents: list<typeof incidents.listIncidents>("listIncidents", "/uptime/incidents"),
  createIncident: one<typeof incidents.createIncident>("createIncident", "POST", "/uptime/incidents"),
  getIncident: one<typeof incidents.getIncident>("getIncident", "GET", INCIDENT),
  updateIncident: one<typeof incidents.updateIncident>("updateIncident", "POST", INCIDENT),
  deleteIncident: one<typeof incidents.deleteIncident>("deleteIncident", "DELETE", INCIDENT),
  recoverIncident: one<typeof incidents.recoverIncident>("recoverIncident", "POST", `${INCIDENT}/recover`),
  listIncidentUpdates: list<typeof updates.listIncidentUpdates>("listIncidentUpdates", `${INCIDENT}/updates`),
  createIncidentUpdate: one<typeof updates.createIncidentUpdate>(
    "createIncidentUpdate",
    "POST",
    `${INCIDENT}/updates`,
  ),
  editIncidentUpdate: one<typeof updates.editIncidentUpdate>("editIncidentUpdate", "POST", UPDATE),
  deleteIncidentUpdate: one<typeof updates.deleteIncidentUpdate>("deleteIncidentUpdate", "DELETE", UPDATE),
  getIncidentTimeline: one<typeof timeline.getIncidentTimeline>(
    "getIncidentTimeline",
    "GET",
    `${INCIDENT}/timeline`,
  ),
  acknowledgeIncident: one<typeof timeline.acknowledgeIncident>(
    "acknowledgeIncident",
    "POST",
    `${INCIDENT}/acknowledge`,
  ),
  unmergeIncident: one<typeof timeline.unmergeIncident>("unmergeIncident", "POST", `${INCIDENT}/unmerge`),
  createIncidentComment: one<typeof comments.createIncidentComment>(
    "createIncidentComment",
    "POST",
    `${INCIDENT}/comments`,
  ),
  listIncidentTemplates: list<typeof templates.listIncidentTemplates>(
    "listIncidentTemplates",
    "/uptime/incident-templates",
  ),
  createIncidentTemplate: one<typeof templates.createIncidentTemplate>(
    "createIncidentTemplate",
    "POST",
    "/uptime/incident-templates",
  ),
  updateIncidentTemplate: one<typeof templates.updateIncidentTemplate>(
    "updateIncidentTemplate",
    "POST",
    TEMPLATE,
  ),
  deleteIncidentTemplate: one<typeof templates.deleteIncidentTemplate>(
    "deleteIncidentTemplate",
    "DELETE",
    TEMPLATE,
  ),
  listCertificates: list<typeof certificates.listCertificates>("listCertificates", "/uptime/certificates"),
  listMaintenanceWindows: list<typeof maintenance.listMaintenanceWindows>(
    "listMaintenanceWindows",
    "/uptime/maintenance-windows",
  ),
  listComingMaintenance: list<typeof maintenance.listComingMaintenance>(
    "listComingMaintenance",
    "/uptime/coming-maintenance",
  ),
  createMaintenanceWindow: one<typeof maintenance.createMaintenanceWindow>(
    "createMaintenanceWindow",
    "POST",
    "/uptime/maintenance-windows",
  ),
  getMaintenanceWindow: one<typeof maintenance.getMaintenanceWindow>(
    "getMaintenanceWindow",
    "GET",
    "/uptime/maintenance-windows/{maintenanceWindowId}",
  ),
  updateMaintenanceWindow: one<typeof maintenance.updateMaintenanceWindow>(
    "updateMaintenanceWindow",
    "POST",
    WINDOW,
  ),
  cancelMaintenanceWindow: one<typeof maintenance.cancelMaintenanceWindow>(
    "cancelMaintenanceWindow",
    "POST",
    `${WINDOW}/cancel`,
  ),
  completeMaintenanceWindow: one<typeof maintenance.completeMaintenanceWindow>(
    "completeMaintenanceWindow",
    "POST",
    `${WINDOW}/complete`,
  ),
  deleteMaintenanceWindow: one<typeof maintenance.deleteMaintenanceWindow>(
    "deleteMaintenanceWindow",
    "DELETE",
    WINDOW,
  ),
  bulkMonitors: one<typeof bulk.bulkMonitors>("bulkMonitors", "POST", "/uptime/monitors/bulk"),
  listStatusPages: list<typeof statusPages.listStatusPages>("listStatusPages", "/uptime/status-pages"),
  createStatusPage: one<typeof statusPages.createStatusPage>(
    "createStatusPage",
    "POST",
    "/uptime/status-pages",
  ),
  getStatusPage: one<typeof statusPages.getStatusPage>("getStatusPage", "GET", PAGE),
  listPageSubscribers: list<typeof pageSubscribers.listPageSubscribers>(
    "listPageSubscribers",
    `${PAGE}/subscribers`,
  ),
  removePageSubscriber: one<typeof pageSubscribers.removePageSubscriber>(
    "removePageSubscriber",
    "DELETE",
    `${PAGE}/subscribers/{subscriberId}`,
  ),
  updateStatusPage: one<typeof statusPages.updateStatusPage>("updateStatusPage", "POST", PAGE),
  deleteStatusPage: one<typeof statusPages.deleteStatusPage>("deleteStatusPage", "DELETE", PAGE),
  getCurrentStatus: one<typeof statusPages.getCurrentStatus>(
    "getCurrentStatus",
    "GET",
    `${PAGE}/current-status`,
  ),
  createIntegration: one<typeof integrations.createIntegration>(
    "createIntegration",
    "POST",
    "/apps/{app}/integrations",
  ),
  listIntegrations: list<typeof integrations.listIntegrations>(
    "listIntegrations",
    "/apps/{app}/integrations",
  ),
  updateIntegration: one<typeof integrations.updateIntegration>("updateIntegration", "POST", INTEGRATION),
  deleteIntegration: one<typeof integrations.deleteIntegration>("deleteIntegration", "DELETE", INTEGRATION),
  testIntegration: one<typeof integrations.testIntegration>("testIntegration", "POST", `${INTEGRATION}/test`),
  replayMonitor: one<typeof replay.replayMonitor>("replayMonitor", "POST", `${MONITOR}/replay`),
  startDrill: one<typeof drills.startDrill>("startDrill", "POST", "/drills"),
  getDrill: one<typeof drills.getDrill>("getDrill", "GET", "/drills/{drillId}"),
  getDestinationHealth: one<typeof destinationHealth.getDestinationHealth>(
    "getDestinationHealth",
    "GET",
    "/destination-health",
  ),
  listDeliveries: list<typeof deliveries.listDeliveries>("listDeliveries", "/deliveries"),
  getDelivery: one<typeof deliveries.getDelivery>("getDelivery", "GET", "/deliveries/{deliveryId}"),
  resendDelivery: one<typeof deliveries.resendDelivery>(
    "resendDelivery",
    "POST",
    "/deliveries/{deliveryId}/resend",
  ),
  listChannelHolds: list<typeof channelHolds.listChannelHolds>("listChannelHolds", "/channel-holds"),
  listOutboxMails: list<typeof outbox.listOutboxMails>("listOutboxMails", "/outbox"),
  updateAlertRule: one<typeof rules.updateAlertRule>("updateAlertRule", "POST", "/alert-rules/{alertRuleId}"),
  listAlertRules: list<typeof rules.listAlertRules>("listAlertRules", "/alert-rules"),
  createAlertRule: one<typeof rules.createAlertRule>("createAlertRule", "POST", "/alert-rules"),
  deleteAlertRule: one<typeof rules.deleteAlertRule>(
    "deleteAlertRule",
    "DELETE",
    "/alert-rules/{alertRuleId}",
  ),
  listProjects: list<typeof projects.listProjects>("listProjects", "/projects"),
  createProject: one<typeof projects.createProject>("createProject", "POST", "/projects"),
  updateProject: one<typeof projects.updateProject>("updateProject", "POST", "/projects/{projectId}"),
  listUsers: list<typeof users.listUsers>("listUsers", "/users"),
  listKeys: list<typeof keys.listKeys>("listKeys", "/keys"),
  createKey: one<typeof keys.createKey>("createKey", "POST", "/keys"),
  revokeKey: one<typeof keys.revokeKey>("revokeKey", "DELETE", "/keys/{keyId}"),
  getSession: one<typeof accounts.getSession>("getSession", "GET", "/session"),
  signIn: one<typeof accounts.signIn>("signIn", "POST", "/session"),
  signOut: one<typeof accounts.signOut>("signOut", "DELETE", "/session"),
  switchProject: one<typeof accounts.switchProject>("switchProject", "POST", "/session/project"),
  getRecordProject: one<typeof recordProjects.getRecordProject>(
    "getRecordProject",
    "GET",
    "/session/records/{kind}/{recordId}",
  ),
  changePassword: one<typeof accounts.changePassword>("changePassword", "POST", "/account/password"),
  getSetup: one<typeof accounts.getSetup>("getSetup", "GET", "/setup/{token}"),
  completeSetup: one<typeof accounts.completeSetup>("completeSetup", "POST", "/setup/{token}"),
  requestPasswordReset: one<typeof accounts.requestPasswordReset>(
    "requestPasswordReset",
    "POST",
    "/password-resets",
  ),
  listMembers: list<typeof members.listMembers>("listMembers", "/members"),
  updateMember: one<typeof members.updateMember>("updateMember", "POST", MEMBER),
  removeMember: one<typeof members.removeMember>("removeMember", "DELETE", MEMBER),
  makeResetLink: one<typeof members.makeResetLink>("makeResetLink", "POST", `${MEMBER}/password-reset`),
  endTwoFactorOf: one<typeof members.endTwoFactorOf>("endTwoFactorOf", "DELETE", `${MEMBER}/two-factor`),
  listInvitations: list<typeof invitations.listInvitations>("listInvitations", "/invitations"),
  createInvitation: one<typeof invitations.createInvitation>("createInvitation", "POST", "/invitations"),
  revokeInvitation: one<typeof invitations.revokeInvitation>(
    "revokeInvitation",
    "DELETE",
    "/invitations/{invitationId}",
  ),
  listRunners: list<typeof runners.listRunners>("listRunners", "/runners"),
  createRunner: one<typeof runners.createRunner>("createRunner", "POST", "/runners"),
  revokeRunner: one<typeof runners.revokeRunner>("revokeRunner", "DELETE", "/runners/{runnerId}"),
  getTwoFactor: one<typeof twoFactor.getTwoFactor>("getTwoFactor", "GET", "/account/two-factor"),
  beginTwoFactor: one<typeof twoFactor.beginTwoFactor>("beginTwoFactor", "POST", "/account/two-factor"),
  confirmTwoFactor: one<typeof twoFactor.confirmTwoFactor>(
    "confirmTwoFactor",
    "POST",
    "/account/two-factor/confirm",
  ),
  renewRecoveryCodes: one<typeof twoFactor.renewRecoveryCodes>(
    "renewRecoveryCodes",
    "POST",
    "/account/two-factor/recovery-codes",
  ),
  endTwoFactor: one<typeof twoFactor.endTwoFactor>("endTwoFactor", "POST", "/account/two-factor/disable"),
  listOwnSessions: list<typeof ownSessions.listOwnSessions>("listOwnSessions", "/sessions"),
  endOwnSession: one<typeof ownSessions.endOwnSession>("endOwnSession", "DELETE", "/sessions/{sessionId}"),
  endOtherSessions: one<typeof ownSessions.endOtherSessions>("endOtherSessions", "DELETE", "/sessions"),
  getPushKey: one<typeof pushDevices.getPushKey>("getPushKey", "GET", "/account/devices/key"),
  listPushDevices: list<typeof pushDevices.listPushDevices>("listPushDevices", "/account/devices"),
  addPushDevice: one<typeof pushDevices.addPushDevice>("addPushDevice", "POST", "/account/devices"),
  removePushDevice: one<typeof pushDevices.removePushDevice>("removePushDevice", "DELETE", DEVICE),
  testPushDevice: one<typeof pushDevices.testPushDevice>("testPushDevice", "POST", `${DEVICE}/test`),
  getAccount: one<typeof accounts.getAccount>("getAccount", "GET", "/account"),
  updateAccount: one<typeof accounts.updateAccount>("updateAccount", "POST", "/account"),
  listAuditLog: list<typeof auditLog.listAuditLog>("listAuditLog", "/audit-log"),
};

import { type Ignored, ignoring } from "../rest";

const CONTACTS = "Its alert contacts were left out. Add an alert rule.";
const WINDOWS = "Its maintenance windows were left out. Schedule them under Maintenance.";
const CERTIFICATES = "Add an alert rule to be notified of expiring certificates.";

/** Notes about settings of UptimeRobot that have no counterpart. */
export const UPTIMEROBOT_LABELS = {
  alert_contacts: CONTACTS,
  assignedAlertContacts: CONTACTS,
  mwindows: WINDOWS,
  maintenanceWindows: WINDOWS,
  maintenanceWindowsIds: WINDOWS,
  psps: "Its status pages aren't in the list. Create one with the monitors.",
  sslExpirationReminder: CERTIFICATES,
  domainExpirationReminder: "The notification about an expiring domain was left out.",
  "regionData.THRESHOLD": "The response-time thresholds of its regions were left out.",
  "config.ipVersion": "The IP family was left out.",
  "config.sslExpirationPeriodDays": CERTIFICATES,
  regionalData: "The regions were left out. The monitor uses the region chosen for the import.",
  regionData: "The regions were left out. The monitor uses the region chosen for the import.",
  groupId: "The group was left out.",
  customFields: "The custom fields were left out.",
};

const ALWAYS: Ignored = {
  ...ignoring("A state or a date.", "create_datetime", "createDateTime", "currentStateDuration", "ssl*"),
  ...ignoring("A state or a date.", "lastIncident*", "lastDayUptimes", "domainExpireDate", "domain_expire"),
  ...ignoring(
    "A result.",
    "logs",
    "response_times",
    "average_response_time",
    "all_time_uptime_*",
    "custom_uptime_*",
  ),
  ...ignoring("A result.", "custom_down_durations"),
  ...ignoring("In Vedette, monitors belong to projects.", "userId", "user_id", "apiKey"),
  ...ignoring("Groups of UptimeRobot's version 2 have no name.", "monitor_group", "is_group_main"),
  ...ignoring("Vedette doesn't send these notifications.", "disable_domain_expire_notifications"),
  ...ignoring("Only heartbeat monitors use it.", "gracePeriod"),
};
const HTTP_ONLY = [
  ...[
    "keyword*",
    "http_*",
    "http*",
    "post_*",
    "post*",
    "custom_http_*",
    "customHttpHeaders",
    "followRedirections",
  ],
  ...["authType", "successHttpResponseCodes", "checkSSLErrors", "ignore_ssl_errors"],
];

/** Returns why settings of a monitor of this protocol need no note. */
export function ignoredFor(protocol: string): Ignored {
  const others =
    protocol === "http"
      ? [...HTTP_ONLY.filter((each) => each.startsWith("keyword")), "port", "sub_type"]
      : [...HTTP_ONLY, "port", "sub_type"];
  return { ...ALWAYS, ...ignoring("Monitors of this type don't use it.", ...others) };
}

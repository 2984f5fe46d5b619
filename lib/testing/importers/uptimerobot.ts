import { ignoredFor as ignoredByUptimeRobot } from "@/lib/domain/config-file/importers/uptimerobot-settings";
import { type Published, type Settings, set } from "./published";

const uptimeRobotFile = (more: Settings) => ({
  stat: "ok",
  monitors: [
    {
      id: 1,
      friendly_name: "Shop",
      url: "https://shop.example.com",
      type: 2,
      keyword_value: "Shop",
      status: 2,
      ...more,
    },
  ],
});
export const UPTIMEROBOT: readonly Published[] = [
  {
    source: "uptimerobot",
    what: "a monitor (version 2)",
    file: uptimeRobotFile,
    settings: {
      ...set(7, "interval timeout monitor_group is_group_main create_datetime average_response_time"),
      ...set(
        "x",
        "friendly_name sub_type port all_time_uptime_ratio custom_uptime_ratio custom_uptime_ranges",
      ),
      ...set([{ value: 1 }], "logs response_times alert_contacts mwindows psps"),
      ...{ url: "https://other.example.com", type: 4, status: 0, keyword_type: 1, keyword_case_type: 0 },
      ...{ keyword_value: "Other", http_username: "ada", http_password: "x", http_method: 3 },
      ...{
        custom_http_headers: { A: "b" },
        custom_http_statuses: { up: ["404"] },
        ssl: { ignore_errors: 1 },
      },
      ...{
        id: 7,
        disable_domain_expire_notifications: 1,
        ignore_ssl_errors: 1,
        all_time_uptime_durations: "1-2-3",
      },
    },
    ignored: {
      ...ignoredByUptimeRobot("http"),
      http_password: "Needs a username.",
      ssl: "Tested with its fields.",
    },
  },
  {
    source: "uptimerobot",
    what: "a monitor (version 3)",
    file: ({ ...more }) => ({
      data: [
        {
          id: 1,
          friendlyName: "Shop",
          url: "https://shop.example.com",
          type: "KEYWORD",
          keywordValue: "Shop",
          ...more,
        },
      ],
    }),
    settings: {
      ...set(true, "sslExpirationReminder domainExpirationReminder"),
      ...set(
        "x",
        "friendlyName sslBrand sslExpiryDateTime domainExpireDate createDateTime apiKey lastIncidentId port",
      ),
      ...set(7, "interval timeout gracePeriod currentStateDuration userId groupId responseTimeThreshold"),
      ...set(
        [{ id: 1 }],
        "maintenanceWindows psps assignedAlertContacts lastIncident lastDayUptimes maintenanceWindowsIds",
      ),
      ...{ id: 7, type: "PORT", status: "PAUSED", url: "https://other.example.com", checkSSLErrors: false },
      ...{ followRedirections: false, httpUsername: "ada", httpPassword: "x", customHttpHeaders: { A: "b" } },
      ...{
        customFields: { a: "b" },
        httpMethodType: "POST",
        successHttpResponseCodes: ["404"],
        tagNames: ["a"],
      },
      ...{
        tags: [{ name: "a" }],
        keywordType: "ALERT_EXISTS",
        keywordValue: "x",
        keywordCaseType: "CaseSensitive",
      },
      ...{ regionalData: { REGION: ["na"] }, regionData: { REGION: ["na"] }, config: { a: "b" } },
    },
    ignored: { ...ignoredByUptimeRobot("http"), httpPassword: "Needs a username." },
  },
];

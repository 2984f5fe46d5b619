import { type Ignored, ignoring } from "../rest";

const OF_ITS_TYPE = "Only monitors of a type that is skipped use it.";
const NOTED = "Belongs to a setting that is noted.";

/** Why columns of a monitor need no note, whatever its type. */
const ALWAYS: Ignored = {
  ...ignoring("In Vedette, monitors belong to projects.", "user_id", "user"),
  ...ignoring("The import creates the monitor.", "created_date"),
  ...ignoring("Lists sort by state and name.", "weight"),
  ...ignoring(
    "A state or a result.",
    "dns_last_result",
    "maintenance",
    "screenshot",
    "include_sensitive_data",
  ),
  ...ignoring("Each monitor names its group.", "children_ids", "path", "path_name", "force_inactive"),
  ...ignoring("Notifications are listed as skipped.", "notification_idlist"),
  ...ignoring("Read with the tags.", "tags"),
  ...ignoring("Used only with mTLS.", "tls_cert", "tls_key"),
  ...ignoring(NOTED, "auth_domain", "auth_workstation", "oauth_*"),
  ...ignoring(OF_ITS_TYPE, "docker_*", "mqtt_*", "database_*", "grpc_*", "radius_*", "kafka_*", "rabbitmq_*"),
  ...ignoring(OF_ITS_TYPE, "snmp_*", "ntp_*", "ws_*", "game*", "remote_browser"),
  ...ignoring(OF_ITS_TYPE, "screenshot_delay", "system_service_name", "location", "protocol", "subtype"),
  ...ignoring(OF_ITS_TYPE, "manual_status"),
};

const HTTP_COLUMNS = [
  ...["url", "method", "body", "headers", "http_body_encoding", "ignore_tls", "maxredirects"],
  ...[
    "accepted_statuscodes",
    "accepted_statuscodes_json",
    "auth_method",
    "basic_auth_user",
    "basic_auth_pass",
  ],
  ...["bearer_token", "proxy_id", "cache_bust", "tls_ca", "tls_cert", "tls_key", "expiry_notification"],
  ...["save_response", "save_error_response", "response_max_length"],
];
const KEYWORD_COLUMNS = ["keyword", "invert_keyword"];
const JSON_COLUMNS = [
  ...["json_path", "json_path_operator", "expected_value"],
  "retry_only_on_status_code_failure",
];
const DNS_COLUMNS = ["dns_resolve_type", "dns_resolve_server", "conditions"];
const PING_COLUMNS = ["packet_size", "ping_count", "ping_numeric", "ping_per_request_timeout"];
const PUSH_COLUMNS = ["push_token"];
const PORT_COLUMNS = ["hostname", "port", "smtp_security", "expected_tls_alert"];
const SOCKET_COLUMNS = [
  ...["url", "headers", "auth_method", "basic_auth_user", "basic_auth_pass", "bearer_token"],
  ...["accepted_statuscodes", "accepted_statuscodes_json"],
];
/** Types that wait for requests, or for changes of other monitors. */
export const UNCHECKED: ReadonlySet<string> = new Set(["push", "group"]);
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  http: HTTP_COLUMNS,
  keyword: [...HTTP_COLUMNS, ...KEYWORD_COLUMNS],
  "json-query": [...HTTP_COLUMNS, ...JSON_COLUMNS],
  port: PORT_COLUMNS,
  ping: ["hostname", ...PING_COLUMNS],
  dns: ["hostname", "port", ...DNS_COLUMNS],
  push: PUSH_COLUMNS,
  smtp: ["hostname", "port", "smtp_security"],
  mqtt: ["hostname", "port"],
  "websocket-upgrade": SOCKET_COLUMNS,
  "grpc-keyword": KEYWORD_COLUMNS,
  mysql: ["conditions"],
  postgres: ["conditions"],
};
const ALL = [
  HTTP_COLUMNS,
  KEYWORD_COLUMNS,
  JSON_COLUMNS,
  DNS_COLUMNS,
  PING_COLUMNS,
  PUSH_COLUMNS,
  PORT_COLUMNS,
].flat();

/** Returns why columns of a monitor of this type need no note. */
export function ignoredFor(type: string): Ignored {
  const used = COLUMNS[type] ?? [];
  const others = ALL.filter((column) => !used.includes(column));
  const times = ["timeout", "retry_interval", ...(type === "group" ? ["interval"] : [])];
  const unchecked = UNCHECKED.has(type) ? ignoring("Nothing is checked.", ...times) : {};
  return { ...ALWAYS, ...unchecked, ...ignoring("Monitors of this type don't use it.", ...others) };
}

/** Why columns of a status page need no note. */
export const KUMA_PAGE_IGNORED: Ignored = {
  ...ignoring("The import creates the page.", "created_date", "modified_date"),
  ...ignoring(NOTED, "analytics_type", "analytics_script_url"),
  ...ignoring("Vedette's pages don't have this line.", "show_powered_by"),
};

/** Why columns of a page's groups need no note. */
export const KUMA_GROUP_IGNORED: Ignored = {
  ...ignoring("The import creates the page.", "created_date"),
  ...ignoring("Uptime Kuma doesn't use it.", "active"),
  ...ignoring("Sets the order, which is kept.", "weight"),
};

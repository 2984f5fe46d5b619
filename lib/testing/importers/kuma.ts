import {
  ignoredFor as ignoredByKuma,
  KUMA_GROUP_IGNORED,
  KUMA_PAGE_IGNORED,
} from "@/lib/domain/config-file/importers/kuma-ignored";
import { type Published, type Settings, set } from "./published";

/** The columns of the table `monitor` in Uptime Kuma 1.23 and 2. */
const KUMA_MONITOR: Settings = {
  id: 7,
  ...set(
    1,
    "upside_down ignore_tls invert_keyword cache_bust save_response retry_only_on_status_code_failure",
  ),
  ...set(1, "expiry_notification domain_expiry_notification grpc_enable_tls kafka_producer_ssl user_id"),
  ...set(
    1,
    "kafka_producer_allow_auto_topic_creation ws_ignore_sec_websocket_accept_header gamedig_given_port_only",
  ),
  ...set(0, "active save_error_response ping_numeric maxredirects"),
  ...set(
    7,
    "interval weight port maxretries retry_interval timeout proxy_id docker_host resend_interval packet_size",
  ),
  ...set(
    7,
    "ping_count ping_per_request_timeout response_max_length remote_browser screenshot_delay manual_status",
  ),
  ...set(7, "ntp_stratum_threshold ntp_time_offset_threshold ntp_root_dispersion_threshold parent"),
  ...set("x", "name description created_date dns_last_result push_token docker_container mqtt_topic"),
  ...set("x", "mqtt_success_message mqtt_username mqtt_password mqtt_check_type mqtt_websocket_path"),
  ...set(
    "x",
    "database_connection_string database_query auth_domain auth_workstation grpc_url grpc_protobuf",
  ),
  ...set(
    "x",
    "grpc_body grpc_metadata grpc_method grpc_service_name radius_username radius_password radius_secret",
  ),
  ...set("x", "radius_calling_station_id radius_called_station_id game tls_ca tls_cert tls_key"),
  ...set(
    "x",
    "kafka_producer_topic kafka_producer_brokers kafka_producer_sasl_options kafka_producer_message",
  ),
  ...set(
    "x",
    "oauth_client_id oauth_client_secret oauth_token_url oauth_scopes oauth_auth_method oauth_audience",
  ),
  ...set(
    "x",
    "json_path json_path_operator expected_value snmp_oid snmp_version snmp_v3_username rabbitmq_nodes",
  ),
  ...set("x", "rabbitmq_username rabbitmq_password ws_subprotocol system_service_name subtype"),
  ...set("x", "location protocol expected_tls_alert gamedig_token ip_family"),
  ...{
    smtp_security: "starttls",
    url: "https://other.example.com",
    type: "push",
    hostname: "other.example.com",
    keyword: "Other",
  },
  ...{ accepted_statuscodes_json: '["404"]', dns_resolve_type: "AAAA", dns_resolve_server: "9.9.9.9" },
  ...{ method: "POST", body: "x", headers: '{"X-A":"b"}', basic_auth_user: "ada", auth_method: "ntlm" },
  ...{
    http_body_encoding: "xml",
    conditions: '[{"type":"expression","variable":"record","operator":"equals","value":"x"}]',
  },
};
const KUMA_GROUP = { id: 7, name: "Core", type: "group" };
const KUMA_BASE = {
  id: 1,
  name: "Shop",
  url: "https://shop.example.com",
  hostname: "shop.example.com",
  port: 53,
};
/** Settings that others need to have an effect. */
const KUMA_SENT = {
  ...{ keyword: "Shop", auth_method: "basic", method: "PUT", body: "y", maxretries: 1 },
  ...{ dns_resolve_server: "1.1.1.1", json_path: "status" },
};
/** What monitors of some types need. */
const KUMA_TYPED: Readonly<Record<string, Settings>> = {
  redis: { database_connection_string: "redis://db.example.com" },
  postgres: { database_connection_string: "postgres://ada@db.example.com/shop" },
  mysql: { database_connection_string: "mysql://ada@db.example.com/shop" },
  mongodb: { database_connection_string: "mongodb://db.example.com" },
  "grpc-keyword": {
    grpc_url: "api.example.com:443",
    grpc_service_name: "Health",
    grpc_method: "Check",
    keyword: "SERVING",
  },
  "websocket-upgrade": { url: "wss://shop.example.com" },
  port: { expiry_notification: 1 },
};
const kumaOf = (type: string): Published => ({
  source: "uptime_kuma",
  what: `a monitor of type ${type}`,
  file: (more) => ({
    monitor: [KUMA_GROUP, { ...KUMA_BASE, ...KUMA_SENT, ...KUMA_TYPED[type], type, ...more }],
  }),
  settings: KUMA_MONITOR,
  ignored: ignoredByKuma(type),
});

const KUMA_PAGE_FILE = (page: Settings, group: Settings, member: Settings) => ({
  monitor: [{ ...KUMA_BASE, type: "http" }],
  status_page: [{ id: 1, slug: "shop", title: "Shop", ...page }],
  group: [{ id: 1, name: "Europe", status_page_id: 1, public: 1, weight: 1, ...group }],
  monitor_group: [{ id: 1, monitor_id: 1, group_id: 1, weight: 1, ...member }],
});

export const KUMA: readonly Published[] = [
  ...["http", "keyword", "json-query", "port", "ping", "dns", "redis", "postgres", "mysql", "mongodb"].map(
    kumaOf,
  ),
  ...["mqtt", "smtp", "grpc-keyword", "websocket-upgrade"].map(kumaOf),
  {
    source: "uptime_kuma",
    what: "a status page",
    file: (more) => KUMA_PAGE_FILE(more, {}, {}),
    settings: {
      ...set(
        "Other",
        "slug title description icon custom_css footer_text google_analytics_tag_id analytics_id rss_title",
      ),
      ...set("x", "password analytics_script_url analytics_type created_date modified_date"),
      ...set(1, "search_engine_index show_tags show_certificate_expiry show_only_last_heartbeat"),
      ...{ id: 2, theme: "dark", published: 0, show_powered_by: 0, auto_refresh_interval: 60 },
    },
    ignored: KUMA_PAGE_IGNORED,
  },
  {
    source: "uptime_kuma",
    what: "a group of a status page",
    file: (more) => KUMA_PAGE_FILE({}, more, {}),
    settings: { name: "Asia", public: 0, status_page_id: 2, active: 0, created_date: "x", id: 2 },
    ignored: KUMA_GROUP_IGNORED,
  },
  {
    source: "uptime_kuma",
    what: "a monitor on a status page",
    file: (more) => KUMA_PAGE_FILE({}, {}, more),
    settings: { monitor_id: 2, group_id: 2, send_url: 1, custom_url: "https://other.example.com" },
    ignored: KUMA_GROUP_IGNORED,
  },
];

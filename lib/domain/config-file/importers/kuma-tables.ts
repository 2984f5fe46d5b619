/** The tables of Uptime Kuma 1.23 and 2 that an import reads. */
export const KUMA_TABLES = {
  monitor: [
    ...["id", "name", "active", "interval", "url", "type", "hostname", "port", "keyword", "invert_keyword"],
    ...["maxretries", "timeout", "ignore_tls", "upside_down", "maxredirects", "accepted_statuscodes_json"],
    ...["dns_resolve_type", "dns_resolve_server", "method", "body", "headers", "http_body_encoding"],
    ...["auth_method", "basic_auth_user", "basic_auth_pass", "proxy_id", "parent", "weight", "json_path"],
  ],
  tag: ["id", "name"],
  monitor_tag: ["monitor_id", "tag_id", "value"],
  status_page: [
    "id",
    "slug",
    "title",
    "description",
    "theme",
    "published",
    "search_engine_index",
    "password",
  ],
  group: ["id", "name", "public", "weight", "status_page_id"],
  monitor_group: ["id", "monitor_id", "group_id", "weight"],
  status_page_cname: ["status_page_id", "domain"],
  maintenance: ["id", "title"],
  notification: ["id", "name"],
} as const;

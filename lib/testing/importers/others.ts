import { BETTER_STACK_IGNORED } from "@/lib/domain/config-file/importers/better-stack";
import { OPENSTATUS_IGNORED } from "@/lib/domain/config-file/importers/openstatus";
import { STATUSPAGE_IGNORED } from "@/lib/domain/config-file/importers/statuspage";
import { UPPTIME_IGNORED } from "@/lib/domain/config-file/importers/upptime";
import { type Published, type Settings, set } from "./published";

const betterStackFile = (more: Settings) => ({
  data: [
    {
      id: "1",
      attributes: {
        url: "https://shop.example.com",
        monitor_type: "keyword",
        required_keyword: "Shop",
        ...more,
      },
    },
  ],
});
export const OTHERS: readonly Published[] = [
  {
    source: "better_stack",
    what: "a monitor",
    file: betterStackFile,
    settings: {
      ...set(
        7,
        "ssl_expiration domain_expiration expiration_policy_id team_wait monitor_group_id recovery_period",
      ),
      ...set(7, "check_frequency confirmation_period request_timeout"),
      ...set(
        "x",
        "policy_id required_keyword pronounceable_name proxy_host ip_version maintenance_from team_name",
      ),
      ...set(
        "x",
        "playwright_script scenario_name last_checked_at status created_at updated_at paused_at auth_username",
      ),
      ...set(true, "call sms email push critical_alert paused remember_cookies"),
      ...set(false, "verify_ssl follow_redirects"),
      ...{ url: "https://other.example.com", monitor_type: "ping", expected_status_codes: [404], port: "7" },
      ...{ regions: ["eu"], http_method: "POST", request_headers: [{ name: "A", value: "b" }] },
      ...{ environment_variables: { a: "b" }, maintenance_to: "x", maintenance_timezone: "x", proxy_port: 7 },
    },
    ignored: {
      ...BETTER_STACK_IGNORED,
      expected_status_codes: "Only monitors of an expected status code use it.",
      port: "Only ports and mail servers use it.",
    },
  },
  {
    source: "statuspage",
    what: "a component",
    file: (more) => ({
      page: { id: "p", name: "Acme", url: "https://status.example.com" },
      components: [{ id: "c", name: "Shop", group: false, ...more }],
    }),
    settings: {
      ...set("x", "name status created_at updated_at description start_date page_id group_id"),
      ...{ id: "x", position: 7, showcase: true, only_show_if_degraded: true, group: true },
    },
    ignored: STATUSPAGE_IGNORED,
  },
  {
    source: "upptime",
    what: "a site",
    file: (more) => ({ sites: [{ name: "Shop", url: "https://shop.example.com", ...more }] }),
    settings: {
      ...set(7, "maxResponseTime maxRetries connectTimeout requestTimeout"),
      ...set("x", "name slug icon location __dangerous__body_down __dangerous__body_down_if_text_missing"),
      ...set("x", "__dangerous__body_degraded __dangerous__body_degraded_if_text_missing body"),
      ...set(
        true,
        "verbose ipv6 __dangerous__insecure __dangerous__disable_verify_peer __dangerous__disable_verify_host",
      ),
      ...set(["a: b"], "assignees headers tags"),
      ...{ type: "globalping", check: "ssl", method: "POST", url: "https://other.example.com" },
      ...{ expectedStatusCodes: [404], maxRedirects: 0, port: 7 },
    },
    ignored: UPPTIME_IGNORED,
  },
  {
    source: "openstatus",
    what: "a monitor",
    file: (more) => ({
      shop: { kind: "http", name: "Shop", request: { url: "https://shop.example.com" }, ...more },
    }),
    settings: {
      ...{ name: "Other", description: "x", frequency: "5m", regions: ["ams"], active: false, public: true },
      ...{ kind: "icmp", retry: 1, timeout: 7000, degradedAfter: 5, openTelemetry: { endpoint: "x" } },
      ...{ assertions: [{ kind: "textBody", compare: "contains", target: "x" }], followRedirects: false },
      request: { url: "https://shop.example.com", method: "POST" },
    },
    ignored: OPENSTATUS_IGNORED,
  },
];

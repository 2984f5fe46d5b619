import { GATUS_IGNORED } from "@/lib/domain/config-file/importers/gatus";
import { type Published, type Settings, set } from "./published";

export const gatusFile = (more: Settings) => ({
  endpoints: [{ name: "shop", url: "https://shop.example.com", conditions: ["[STATUS] == 200"], ...more }],
});
export const GATUS: readonly Published[] = [
  {
    source: "gatus",
    what: "an endpoint",
    file: gatusFile,
    settings: {
      ...{ name: "other", group: "core", url: "https://other.example.com", enabled: false, method: "POST" },
      ...{ graphql: true, headers: { A: "b" }, interval: "5m", conditions: ["[STATUS] == 404"], body: "x" },
      ...{ "extra-labels": { a: "b" }, "maintenance-windows": [{ start: "23:00" }], "always-run": true },
      ...{ alerts: [{ type: "slack", "failure-threshold": 5 }], dns: { "query-name": "example.com" } },
      ...{
        ssh: { username: "x" },
        client: { timeout: "3s" },
        ui: { badge: { "response-time": { thresholds: [1] } } },
      },
      store: { id: "[BODY].id" },
    },
    ignored: GATUS_IGNORED,
  },
  {
    source: "gatus",
    what: "a client",
    file: (client) => gatusFile({ client }),
    under: "client.",
    settings: {
      ...set("x", "proxy-url dns-resolver tunnel network"),
      ...set({ a: "x" }, "oauth2 identity-aware-proxy tls"),
      ...{ insecure: true, "ignore-redirect": true, timeout: "3s", "store-cookies": true },
    },
    ignored: GATUS_IGNORED,
  },
  {
    source: "gatus",
    what: "an alert",
    file: (more) => gatusFile({ alerts: [{ type: "slack", ...more }] }),
    under: "alerts.",
    settings: {
      ...{ type: "email", enabled: false, "failure-threshold": 5, "success-threshold": 5, description: "x" },
      ...{ "minimum-reminder-interval": "1h", "send-on-resolved": true, "provider-override": { a: "b" } },
    },
    ignored: GATUS_IGNORED,
  },
  {
    source: "gatus",
    what: "the look of an endpoint",
    file: (ui) => gatusFile({ ui }),
    under: "ui.",
    settings: {
      ...set(
        true,
        "hide-conditions hide-hostname hide-url hide-port hide-errors dont-resolve-failed-conditions",
      ),
      ...{ "resolve-successful-conditions": true, badge: { "response-time": { thresholds: [1] } } },
    },
    ignored: GATUS_IGNORED,
  },
];

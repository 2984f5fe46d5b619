import { expect, test } from "vitest";
import type { DraftContent } from "../draft";
import type { Importer } from "./importer";
import { openStatus } from "./openstatus";
import { prometheus } from "./prometheus";
import { upptime } from "./upptime";

function draftOf(importer: Importer, text: string): DraftContent {
  const imported = importer.parse(text);
  if (!("draft" in imported)) throw new Error("not a draft");
  return imported.draft;
}
const fieldsOf = ({ items }: DraftContent) => items.map(({ fields }) => fields);
const textsOf = ({ items }: DraftContent, at: number) => items[at]?.notes.map(({ text }) => text);

test("Upptime: maps sites, and skips or pauses those that need a secret of the repository", () => {
  const draft = draftOf(
    upptime,
    `
owner: acme
sites:
  - name: Shop
    url: https://shop.example.com
    method: POST
    body: "{}"
    headers: ["Accept: text/html", "Authorization: Bearer $TOKEN"]
    expectedStatusCodes: [200, 418]
    __dangerous__body_down: Error
    __dangerous__body_down_if_text_missing: Welcome
    maxResponseTime: 1000
  - { name: Database, check: tcp-ping, url: db.example.com, port: 5432 }
  - { name: Address, check: tcp-ping, url: "2001:db8::1", port: 22 }
  - { name: Certificate, check: ssl, url: https://shop.example.com }
  - { name: Hidden, url: $SECRET_SITE }
  - { name: Socket, check: ws, url: "wss://shop.example.com" }
  - { name: Shop, url: https://shop.example.com/other }
status-website: { name: Acme }
workflowSchedule: { uptime: "*/10 * * * *" }
`,
  );
  expect(fieldsOf(draft)).toMatchObject([
    {
      name: "Shop",
      interval: 600,
      ...{ slow_threshold: 1000, slow_share: 10 },
      paused: true,
      request: { method: "POST", body: "{}", headers: [{ name: "Accept", value: "text/html" }] },
      success_assertions: [
        { value: "200,418" },
        { operator: "not_contains", value: "Error" },
        { operator: "contains", value: "Welcome" },
      ],
    },
    { protocol: "tcp", request: { host: "db.example.com", port: "5432" } },
    { protocol: "tcp", request: { host: "2001:db8::1", port: "22" } },
    { protocol: "tls", request: { host: "shop.example.com", port: "443" } },
    { protocol: "websocket", request: { url: "wss://shop.example.com" } },
    { name: "Shop", success_assertions: [{ value: "2xx,30x" }] },
  ]);
  expect(textsOf(draft, 0)).toEqual([
    "The header Authorization contains a secret of the repository and was left out.",
    "Paused, because a secret is missing. Add it, then resume the monitor.",
    "60 s becomes 30 s.",
  ]);
  expect(draft.skipped.map(({ name }) => name)).toEqual(["Hidden", "status-website"]);
  expect(draft.count).toBe(8);
});

test("OpenStatus: maps monitors, and keeps the default where a condition can't be mapped", () => {
  const draft = draftOf(
    openStatus,
    `
shop:
  name: Shop
  frequency: "10m"
  active: false
  retry: 3
  degradedAfter: 900
  regions: [iad]
  kind: http
  request: { url: "https://shop.example.com", method: GET, headers: { X-Env: prod } }
  assertions:
    - { kind: statusCode, compare: lt, target: 300 }
    - { kind: textBody, compare: contains, target: Welcome }
    - { kind: header, compare: eq, key: Server, target: nginx }
    - { kind: jsonBody, path: $.queue, compare: lte, target: 5 }
body:
  name: Body
  kind: http
  request: { url: "https://shop.example.com/body" }
  assertions: [{ kind: textBody, compare: gt, target: "5" }]
database: { name: Database, kind: tcp, request: { host: db.example.com, port: 5432 } }
zone: { name: Zone, kind: traceroute, request: { uri: example.com } }
`,
  );
  expect(fieldsOf(draft)).toMatchObject([
    {
      name: "Shop",
      interval: 600,
      incident_confirmations: 4,
      slow_threshold: 900,
      paused: true,
      request: { headers: [{ name: "X-Env", value: "prod" }] },
      success_assertions: [
        { type: "status_code", operator: "in", value: "1xx,2xx" },
        { type: "response_body", operator: "contains", value: "Welcome" },
        { type: "response_header", operator: "equals", selector: "Server", value: "nginx" },
        { type: "response_json", operator: "at_most", selector: "$.queue", value: "5" },
      ],
    },
    { name: "Body", success_assertions: [{ type: "status_code", value: "2xx" }] },
    { protocol: "tcp", request: { host: "db.example.com", port: "5432" } },
  ]);
  expect(textsOf(draft, 1)).toEqual(["textBody gt 5 isn't supported and was left out."]);
  expect([draft.count, draft.skipped.map(({ name }) => name)]).toEqual([4, ["Zone"]]);
});

const PROBES = `
global: { scrape_interval: 30s }
scrape_configs:
  - job_name: prometheus
    static_configs: [{ targets: ["localhost:9090"] }]
  - job_name: web
    metrics_path: /probe
    params: { module: [http_2xx] }
    static_configs:
      - targets: ["https://shop.example.com", "blog.example.com"]
        labels: { team: shop }
  - job_name: posts
    metrics_path: /probe
    params: { module: [http_body] }
    static_configs: [{ targets: ["https://api.example.com"] }]
  - job_name: ports
    metrics_path: /probe
    params: { module: [tcp_connect] }
    file_sd_configs: [{ files: ["ports.yml"] }]
    static_configs: [{ targets: ["[2001:db8::1]:5432"] }]
  - job_name: ping
    metrics_path: /probe
    params: { module: [icmp] }
    static_configs: [{ targets: ["192.0.2.1"] }]
---
modules:
  http_body:
    prober: http
    timeout: 5s
    http:
      method: POST
      valid_status_codes: [200, 204]
      basic_auth: { username: ada, password: pw }
      fail_if_body_matches_regexp: ["Could not connect"]
      fail_if_body_not_matches_regexp: ["^ok$"]
`;

test("Prometheus: maps the targets of the blackbox exporter with its modules", () => {
  const draft = draftOf(prometheus, PROBES);
  expect(fieldsOf(draft)).toMatchObject([
    {
      name: "shop.example.com",
      interval: 30,
      tags: ["web", "team:shop"],
      success_assertions: [{ value: "2xx,30x" }],
    },
    { request: { url: "http://blog.example.com" } },
    {
      timeout: 5000,
      request: { method: "POST", auth: "basic", auth_user: "ada", auth_secret: "pw" },
      success_assertions: [{ value: "200,204" }, { operator: "not_contains", value: "Could not connect" }],
    },
    { protocol: "tcp", request: { host: "2001:db8::1", port: "5432" } },
    { protocol: "icmp", request: { host: "192.0.2.1" } },
  ]);
  expect(textsOf(draft, 2)).toEqual(["The expression ^ok$ isn't supported and was left out."]);
  expect([draft.count, draft.skipped.map(({ name }) => name)]).toEqual([
    7,
    ["prometheus", "ports: file_sd_configs"],
  ]);
});

test("Prometheus: reads a list of targets, and refuses files of another kind", () => {
  const list = draftOf(prometheus, "- targets: [https://a.example.com]\n  labels: { name: Shop }");
  expect(fieldsOf(list)).toMatchObject([{ name: "Shop", protocol: "http" }]);
  for (const importer of [prometheus, openStatus, upptime])
    expect(() => importer.parse("endpoints: []")).toThrow(/^The file/);
});

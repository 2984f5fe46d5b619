import { expect, test } from "vitest";
import type { DraftContent } from "../draft";
import { gatus } from "./gatus";

function draftOf(text: string): DraftContent {
  const imported = gatus.parse(text);
  if (!("draft" in imported)) throw new Error("not a draft");
  return imported.draft;
}

const CONFIG = `
alerting:
  slack: { webhook-url: "https://hooks.slack.example/x" }
endpoints:
  - name: front-end
    group: core
    url: "https://example.org/health"
    interval: 5m
    method: POST
    body: '{"ping":true}'
    headers: { Accept: application/json, Authorization: "Bearer \${TOKEN}" }
    client: { insecure: true, ignore-redirect: true, timeout: 3s }
    conditions:
      - "[STATUS] == 200"
      - "[STATUS] < 300"
      - "[BODY] == pat(*healthy*)"
      - "[RESPONSE_TIME] < 150"
      - "[CERTIFICATE_EXPIRATION] > 48h"
      - "[BODY].status == UP"
    alerts:
      - type: slack
        failure-threshold: 5
  - name: database
    url: "tcp://db.example.com:5432"
    conditions: ["[CONNECTED] == true"]
  - name: mail
    url: "tls://mail.example.com:465"
    conditions: ["[CONNECTED] == true"]
  - name: router
    url: "icmp://192.0.2.1"
    enabled: false
    conditions: ["[CONNECTED] == true"]
  - name: dns
    url: "8.8.8.8"
    dns: { query-name: "example.com", query-type: "A" }
    conditions: ["[BODY] == 192.0.2.10", "[DNS_RCODE] == NOERROR"]
  - name: shell
    url: "sctp://example.com:22"
external-endpoints:
  - name: backup
    token: secret-token
`;

test("maps endpoints, conditions, and thresholds, and names each condition that it leaves out", () => {
  const { items, skipped } = draftOf(CONFIG);
  expect(items.map(({ ref }) => ref)).toEqual([
    ...["core/front-end", "/database", "/mail", "/router", "/dns"],
    "external//backup",
  ]);
  expect(items[0]).toMatchObject({
    fields: {
      name: "front-end",
      request: {
        method: "POST",
        body: '{"ping":true}',
        headers: [{ name: "Accept", value: "application/json" }],
        tls_skip_verify: true,
        follow_redirects: false,
      },
      interval: 300,
      timeout: 3000,
      incident_confirmations: 5,
      tags: ["core"],
      success_assertions: [
        { type: "status_code", operator: "in", value: "200" },
        { type: "status_code", operator: "in", value: "1xx,2xx" },
        { type: "response_body", operator: "contains", value: "healthy" },
        { type: "response_time", operator: "less_than", value: "150" },
        { type: "response_json", operator: "equals", selector: "$.status", value: "UP" },
      ],
    },
  });
  expect(items[0]?.notes.map(({ text }) => text)).toEqual([
    "[CERTIFICATE_EXPIRATION] > 48h isn't needed, because Vedette tracks every certificate's expiry. Add an alert rule for expiring certificates.",
    "The header Authorization contains a variable and was left out.",
    "Paused, because a part of it wasn't imported. Check it, then resume it.",
  ]);
  expect(items.at(-1)).toMatchObject({
    fields: { protocol: "heartbeat", request: { slug: "_backup", token: "secret-token" } },
    notes: [{ field: "request.period" }],
  });
  expect(items.slice(1, -1).map(({ fields }) => fields)).toMatchObject([
    { protocol: "tcp", request: { host: "db.example.com", port: "5432" } },
    { protocol: "tls", request: { host: "mail.example.com", port: "465", connection: "tls" } },
    { protocol: "icmp", request: { host: "192.0.2.1" }, paused: true },
    {
      protocol: "dns",
      request: {
        host: "example.com",
        resolver: "8.8.8.8",
        expected_values: ["192.0.2.10"],
        expected_response_code: "NOERROR",
      },
    },
  ]);
  expect(skipped.map(({ name }) => name)).toEqual(["shell", "alerting"]);
  expect(JSON.stringify(skipped)).not.toContain("secret-token");
});

test("applies the defaults that endpoints merge by an alias", () => {
  const { items } = draftOf(`
default-endpoint: &defaults
  group: core
  interval: 5m
  client: { insecure: true }
  conditions: ["[STATUS] == 200"]
endpoints:
  - name: shop
    <<: *defaults
    url: https://shop.example.com
  - name: blog
    <<: *defaults
    group: web
    url: https://blog.example.com`);
  expect(items.map(({ fields }) => fields)).toMatchObject([
    {
      interval: 300,
      tags: ["core"],
      request: { tls_skip_verify: true },
      success_assertions: [{ value: "200" }],
    },
    { interval: 300, tags: ["web"] },
  ]);
});

const endpoint = (more: string) => draftOf(`endpoints: [{name: open, url: 'https://example.org', ${more}}]`);
const json = (operator: string, selector: string, value: string) => ({
  type: "response_json",
  operator,
  selector,
  value,
});
const DEFAULT = { type: "status_code", operator: "in", value: "2xx,30x" };

test.each([
  ["without conditions", "method: GET"],
  ["with conditions that aren't a list", "conditions: '[STATUS] == 200'"],
  ["with one that isn't understood", 'conditions: ["[BODY].items[*].id == UP"]'],
  ["with an unknown operator", 'conditions: ["[STATUS] === 200"]'],
  ["with a function on the left side", 'conditions: ["len([BODY]) > 0"]'],
  ["with a variable in a pattern", `conditions: ["[BODY] == pat(*\${WORD}*)"]`],
  ["with a certificate's expiry only", 'conditions: ["[CERTIFICATE_EXPIRATION] > 48h"]'],
])("keeps the default assertion of an endpoint %s, and says so", (_, more) => {
  const { items } = endpoint(more);
  expect(items[0]?.fields.success_assertions).toEqual([DEFAULT]);
  expect(items[0]?.notes.some(({ field }) => field === "success_assertions")).toBe(true);
});

test.each([
  ["[CONNECTED] == false", "https://example.org"],
  ["[CONNECTED] != true", "tcp://example.org:22"],
  ["[STATUS] == 0", "https://example.org"],
  [`[STATUS] == \${CODE}`, "https://example.org"],
  ["false == [CONNECTED]", "icmp://example.org"],
])("imports an endpoint paused whose %s would be turned around", (condition, url) => {
  const [item] = draftOf(`endpoints: [{name: open, url: "${url}", conditions: ["${condition}"]}]`).items;
  expect(item?.fields.paused).toBe(true);
  expect(item?.notes.map(({ field }) => field)).toEqual(["success_assertions", "paused"]);
});

test.each([
  ["[STATUS] == any(200, 429)", { operator: "in", value: "200,429" }],
  ["[STATUS] != any(500, 503)", { operator: "not_in", value: "500,503" }],
  ["[STATUS] == pat(2*)", { operator: "in", value: "2xx" }],
  ["200 == [STATUS]", { operator: "in", value: "200" }],
  ["300 > [STATUS]", { operator: "in", value: "1xx,2xx" }],
  ["[STATUS] < 600", { operator: "in", value: "1xx,2xx,3xx,4xx,5xx" }],
  ["[CONNECTED] == true", { operator: "in", value: "xxx" }],
  ["[BODY] != pat(*error*)", { type: "response_body", operator: "not_contains", value: "error" }],
  ["[BODY].status == UP", json("equals", "$.status", "UP")],
  ["[BODY].data[0].count >= 3", json("at_least", "$.data[0].count", "3")],
  ["2 > [BODY][0].load", json("less_than", "$[0].load", "2")],
  ["len([BODY].items) > 0", json("greater_than", "$.items.length", "0")],
  ["has([BODY].errors) == false", json("not_exists", "$.errors", "")],
  ["[BODY].name != pat(*beta*)", json("not_contains", "$.name", "beta")],
  ["[RESPONSE_TIME] <= 500", { type: "response_time", operator: "less_than", value: "500" }],
  ["[BODY] == pat(*$$5*)", { type: "response_body", operator: "contains", value: "$5" }],
])("reads the operator and the value of %s, on either side", (condition, assertion) => {
  expect(endpoint(`conditions: ["${condition}"]`).items[0]?.fields.success_assertions).toMatchObject([
    assertion,
  ]);
});

test("maps the expected DNS records, and pauses an endpoint whose response code isn't supported", () => {
  const dns = (condition: string) =>
    draftOf(
      `endpoints: [{name: zone, url: 192.0.2.53, dns: {query-name: example.com}, conditions: ["${condition}"]}]`,
    ).items[0]?.fields;
  expect(dns("[DNS_RCODE] == NXDOMAIN")).toMatchObject({ request: { expected_response_code: "NXDOMAIN" } });
  expect(dns("[DNS_RCODE] != NOERROR")).toMatchObject({ paused: true });
  expect(dns("[BODY] == pat(*spf1*)")).toMatchObject({
    success_assertions: [{ type: "record_value", operator: "contains", value: "spf1" }],
  });
  expect(dns("[RESPONSE_TIME] < 150")).toMatchObject({
    success_assertions: [{ value: "150" }],
    paused: false,
  });
});

test.each([
  ["tcp://[2001:db8::1]:5432", { host: "2001:db8::1", port: "5432" }],
  ["icmp://2001:db8::1", { host: "2001:db8::1" }],
  ["icmp://[2001:db8::1]", { host: "2001:db8::1" }],
  ["tls://mail.example.com:465/path", { host: "mail.example.com", port: "465" }],
])("parses the address in %s", (url, request) => {
  expect(
    draftOf(`endpoints: [{name: it, url: "${url}", conditions: ["[CONNECTED] == true"]}]`).items[0]?.fields,
  ).toMatchObject({ request });
});

test("takes thresholds from an alert before those of its type's default, in both directions", () => {
  const { items } = draftOf(`
alerting:
  slack: { default-alert: { failure-threshold: 4, success-threshold: 5 } }
endpoints:
  - { name: default, url: "icmp://a.example", alerts: [{ type: slack }] }
  - { name: own, url: "icmp://a.example", alerts: [{ type: slack, failure-threshold: 2 }] }
  - { name: none, url: "icmp://a.example" }
  - { name: off, url: "icmp://a.example", alerts: [{ type: slack, enabled: false }, { type: email, success-threshold: 1 }] }`);
  const confirmations = items.map(({ fields }) => [
    fields.incident_confirmations,
    fields.recovery_confirmations,
  ]);
  expect(confirmations).toEqual([
    [4, 5],
    [2, 5],
    [3, 2],
    [3, 1],
  ]);
});

test("leaves out values that contain a variable, pauses the monitor, and never sends the variable", () => {
  const { items } = endpoint(
    `method: POST, body: '\${SECRET}', headers: {A: 'x \${B}', C: 1.10, D: true, E: [1], F: 'a$$b'}`,
  );
  expect(items[0]?.fields).toMatchObject({
    paused: true,
    request: {
      headers: [
        { name: "C", value: "1.10" },
        { name: "D", value: "true" },
        { name: "F", value: "a$b" },
      ],
    },
  });
  expect(JSON.stringify(items[0]?.fields)).not.toContain(`\${`);
});

test("keeps endpoints whose names are equal or have no Latin letters apart", () => {
  const { count, items } = draftOf(`
endpoints:
  - { name: 支付, url: "icmp://a.example" }
  - { name: 登录, url: "icmp://b.example" }
  - { name: Shop!, url: "icmp://c.example" }
  - { name: shop, url: "icmp://d.example" }
  - { name: shop, url: "icmp://e.example" }`);
  expect(count).toBe(5);
  expect(new Set(items.map(({ ref }) => ref)).size).toBe(5);
});

test("reads several files as YAML documents, and configurations inside Kubernetes ConfigMaps", () => {
  const { items } = draftOf(`
alerting: { email: { default-alert: { failure-threshold: 5 } } }
---
endpoints:
  - { name: one, url: "icmp://a.example", alerts: [{ type: email }] }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: gatus }
data:
  config.yaml: |
    endpoints:
      - name: two
        url: "icmp://b.example"
---
apiVersion: apps/v1
kind: Deployment
spec: { template: { spec: {} } }`);
  expect(items.map(({ fields }) => [fields.name, fields.incident_confirmations])).toEqual([
    ["one", 5],
    ["two", 3],
  ]);
});

test("refuses keys that appear twice, too many aliases, and files of another kind", () => {
  expect(() => draftOf("endpoints: []\nendpoints: []")).toThrow("key endpoints appears twice");
  const levels = Array.from(
    { length: 9 },
    (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(", ")}]`,
  );
  expect(() => draftOf(["a0: &a0 [x]", ...levels, "endpoints: *a9"].join("\n"))).toThrow(/repeats too much/);
  expect(() => draftOf("monitors: {}")).toThrow("isn't a Gatus configuration");
  expect(() => draftOf("services: { gatus: { image: twinproduction/gatus } }")).toThrow("isn't a Gatus");
});

test("names client settings, suites, and announcements without a counterpart", () => {
  const { items, skipped } = draftOf(`
endpoints:
  - name: shop
    url: https://shop.example.com
    client: { oauth2: { client-secret: s3cret }, proxy-url: "http://u:s3cret@proxy", timeout: 10s }
suites:
  - name: checkout
    endpoints: []
announcements:
  - message: Hello`);
  expect(items[0]?.notes.map(({ text }) => text)).toEqual([
    "It has no conditions, so the defaults apply.",
    "OAuth authentication was left out, because a part of it is missing or a variable. Add it.",
    "The proxy was left out; checks connect directly.",
  ]);
  expect(skipped).toEqual([
    { name: "checkout", reason: "None of its monitors was imported." },
    { name: "Hello", reason: "Announcements aren't imported. Post them on a status page." },
  ]);
});

test("maps OAuth client credentials, and asks for a client certificate whose files it can't read", () => {
  const { items } = draftOf(`
endpoints:
  - name: shop
    url: https://shop.example.com
    conditions: ["[STATUS] == 200"]
    client:
      oauth2: { token-url: "https://id.example.com/token", client-id: shop, client-secret: s3cret, scopes: [a, b] }
      tls: { certificate-file: /etc/client.pem, private-key-file: /etc/client.key }`);
  expect(items[0]?.fields.request).toMatchObject({
    ...{ auth: "oauth2", auth_user: "shop", auth_secret: "s3cret", auth_scope: "a b" },
    auth_token_url: "https://id.example.com/token",
  });
  expect(items[0]?.notes.map(({ text }) => text)).toEqual([
    "The files of the client certificate weren't imported. Add the certificate and its key.",
  ]);
});

test("maps a suite to a group of its independent endpoints", () => {
  const { count, items, skipped } = draftOf(`
suites:
  - name: checkout
    group: shop
    interval: 5m
    timeout: 2m
    endpoints:
      - name: login
        url: https://shop.example.com/login
        store: { token: "[BODY].token" }
        conditions: ["[STATUS] == 200"]
      - name: pay
        url: https://shop.example.com/pay
        headers: { Authorization: "Bearer [CONTEXT].token" }
        conditions: ["[STATUS] == 200"]`);
  expect(items[0]).toMatchObject({
    fields: { name: "login", interval: 300, tags: ["shop"] },
    notes: [{ text: "The setting store.token was left out." }],
  });
  expect(items[1]).toMatchObject({
    fields: { name: "checkout", protocol: "group", request: { members: ["suite/shop/checkout/login"] } },
    notes: [
      { text: "Left out, because they weren't imported: pay." },
      { text: "The setting timeout was left out." },
    ],
  });
  expect(skipped).toEqual([{ name: "pay", reason: "It uses values from other endpoints in its suite." }]);
  expect(count).toBe(3);
});

test("sends a GraphQL query as Gatus does", () => {
  const { items } = draftOf(
    "endpoints: [{name: q, url: 'https://example.org', method: POST, graphql: true, body: '{ users }'}]",
  );
  expect(items[0]?.fields.request).toMatchObject({
    body: '{"query":"{ users }"}',
    headers: [{ name: "Content-Type", value: "application/json" }],
  });
});

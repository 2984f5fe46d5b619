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
    url: "ssh://example.com:22"
external-endpoints:
  - name: backup
    token: secret-token
`;

test("maps endpoints, conditions, and thresholds, and names each condition that it leaves out", () => {
  const { items, skipped } = draftOf(CONFIG);
  expect(items.map(({ ref }) => ref)).toEqual(["core-front-end", "database", "mail", "router", "dns"]);
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
      ],
    },
  });
  expect(items[0]?.notes.map(({ text }) => text)).toEqual([
    "[RESPONSE_TIME] < 150 isn't supported and was left out.",
    "[CERTIFICATE_EXPIRATION] > 48h isn't needed, because Vedette tracks every certificate's expiry. Add an alert rule for expiring certificates.",
    "[BODY].status == UP isn't supported and was left out.",
    "The header Authorization contains a variable and was left out. Add it to the monitor.",
  ]);
  expect(items.slice(1).map(({ fields }) => fields)).toMatchObject([
    { protocol: "tcp", request: { host: "db.example.com", port: "5432", connection: "plain" } },
    { protocol: "tcp", request: { host: "mail.example.com", port: "465", connection: "tls" } },
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
  expect(skipped.map(({ name }) => name)).toEqual(["shell", "backup", "alerting"]);
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

test("accepts every response of an endpoint without conditions, as Gatus does", () => {
  const { items } = draftOf("endpoints: [{name: open, url: 'https://example.org'}]");
  expect(items[0]?.fields).toMatchObject({ success_assertions: [{ value: "xxx" }] });
});

test("refuses keys that appear twice, too many aliases, and files of another kind", () => {
  expect(() => draftOf("endpoints: []\nendpoints: []")).toThrow("key endpoints appears twice");
  const levels = Array.from(
    { length: 9 },
    (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(", ")}]`,
  );
  expect(() => draftOf(["a0: &a0 [x]", ...levels, "endpoints: *a9"].join("\n"))).toThrow(/repeats too much/);
  expect(() => draftOf("monitors: {}")).toThrow("isn't a Gatus configuration");
});

test("names what a client has and a monitor can't, suites and announcements", () => {
  const { items, skipped } = draftOf(`
endpoints:
  - name: shop
    url: https://shop.example.com
    client: { oauth2: { client-secret: s3cret }, proxy-url: "http://u:s3cret@proxy", timeout: 10s }
suites:
  - name: checkout
announcements:
  - message: Hello`);
  expect(items[0]?.notes.map(({ text }) => text)).toEqual([
    "Sign-in by OAuth isn't supported and was left out.",
    "The proxy was left out; checks connect directly.",
  ]);
  expect(skipped.map(({ name }) => name)).toEqual(["checkout", "announcements"]);
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

import { expect, test } from "vitest";
import { betterStack } from "./better-stack";
import { gatus } from "./gatus";
import type { Importer } from "./importer";
import { upptime } from "./upptime";
import { uptimeKuma } from "./uptime-kuma";

function read(importer: Importer, file: unknown) {
  const imported = importer.parse(JSON.stringify(file));
  if (!("draft" in imported)) throw new Error("not a draft");
  const [item] = imported.draft.items as unknown as {
    fields: { protocol: string; request: Record<string, unknown>; paused: boolean };
    notes: { text: string }[];
  }[];
  const reason = imported.draft.skipped[0]?.reason;
  if (!item) return reason;
  const { protocol, request } = item.fields;
  return { protocol, request, notes: item.notes.map(({ text }) => text).join(" ") };
}

const host = "db.example.com";
const kuma = (type: string, more: object) =>
  read(uptimeKuma, { monitor: [{ id: 1, name: "It", type, ...more }] });
const sql = (database_connection_string: string, more: object = {}) => ({
  database_connection_string,
  ...more,
});

test.each([
  ["redis", sql("redis://:p%40ss@db.example.com"), "redis", { host, password: "p@ss" }],
  ["redis", sql("redis://:100%@db.example.com"), "redis", { host, password: "100%" }],
  [
    "redis",
    sql("rediss://ada:x@db.example.com:7000"),
    "redis",
    { host, username: "ada", port: "7000", connection: "tls" },
  ],
  [
    "postgres",
    sql("postgres://ada:x@db.example.com/shop?sslmode=require", { database_query: "SELECT 1" }),
    "postgres",
    {
      host,
      username: "ada",
      password: "x",
      database: "shop",
      query: "SELECT 1",
      connection: "tls",
      tls_skip_verify: true,
    },
  ],
  [
    "mysql",
    sql("mysql://ada@db.example.com:3307/shop", { radius_password: "secret" }),
    "mysql",
    { host, port: "3307", username: "ada", password: "secret", database: "shop", query: "SELECT 1" },
  ],
  [
    "mongodb",
    sql("mongodb://ada:x@db.example.com:27018/shop?authSource=users&tls=true"),
    "mongodb",
    { port: "27018", auth_database: "users", connection: "tls" },
  ],
  [
    "mqtt",
    { hostname: "mqtts://db.example.com", port: 8883, mqtt_username: "ada", mqtt_password: "x" },
    "mqtt",
    { host, port: "8883", connection: "tls", username: "ada", password: "x" },
  ],
  [
    "smtp",
    { hostname: host, port: 587, smtp_security: "starttls" },
    "smtp",
    { host, port: "587", connection: "starttls" },
  ],
  ["smtp", { hostname: host, port: 465, smtp_security: "secure" }, "smtp", { connection: "tls" }],
  [
    "grpc-keyword",
    {
      grpc_url: "db.example.com:50051",
      grpc_enable_tls: 1,
      grpc_service_name: "Health",
      grpc_method: "check",
      grpc_body: '{"service":"shop"}',
      keyword: "SERVING",
    },
    "grpc",
    { host, port: "50051", connection: "tls", service: "shop" },
  ],
  [
    "websocket-upgrade",
    { url: "wss://db.example.com/socket", ws_subprotocol: "mqtt" },
    "websocket",
    { url: "wss://db.example.com/socket", headers: [{ name: "Sec-WebSocket-Protocol", value: "mqtt" }] },
  ],
  [
    "websocket-upgrade",
    {
      ...{ url: "wss://db.example.com/", headers: '{"Origin":"https://a.example"}', auth_method: "bearer" },
      ...{ bearer_token: "s3cret", accepted_statuscodes_json: '["1000"]' },
    },
    "websocket",
    {
      headers: [
        { name: "Origin", value: "https://a.example" },
        { name: "Authorization", value: "Bearer s3cret" },
      ],
    },
  ],
  [
    "websocket-upgrade",
    { url: "wss://db.example.com/", auth_method: "basic", basic_auth_user: "ada", basic_auth_pass: "pä" },
    "websocket",
    { headers: [{ name: "Authorization", value: "Basic YWRhOnDDpA==" }] },
  ],
  [
    "port",
    { hostname: host, port: 993, smtp_security: "secure", expiry_notification: 1 },
    "tls",
    { host, port: "993", connection: "tls" },
  ],
  ["port", { hostname: host, port: 993, smtp_security: "secure" }, "tcp", { host, port: "993" }],
  ["ping", { hostname: host, ping_count: 5 }, "icmp", { host, packets: 5 }],
])("Uptime Kuma: %s %o becomes %s", (type, more, protocol, request) => {
  expect(kuma(type, more)).toMatchObject({ protocol, request, notes: "" });
});

test.each([
  ["mqtt", { hostname: host, port: 1883, mqtt_topic: "news", mqtt_success_message: "ok" }, /topic/],
  [
    "mongodb",
    sql("mongodb://db.example.com", { database_query: '{"ping":1}', json_path: "$.ok" }),
    /command/,
  ],
  ["postgres", sql("postgres://db.example.com/shop", { database_query: "SELECT 1" }), /query was left out/],
  ["port", { hostname: host, port: 443, expected_tls_alert: "certificate_required" }, /TLS alert/],
  ["port", { hostname: host, port: 25, smtp_security: "starttls", expiry_notification: 1 }, /certificate/],
  ["websocket-upgrade", { url: "ws://db.example.com/", auth_method: "mtls", tls_cert: "x" }, /mtls/],
  [
    "websocket-upgrade",
    { url: "ws://db.example.com/", accepted_statuscodes_json: '["3000"]' },
    /close codes/,
  ],
  [
    "http",
    {
      ...{ url: "https://db.example.com/", auth_method: "oauth2-cc", oauth_client_id: "a" },
      ...{ oauth_token_url: "https://id.example.com/token", oauth_audience: "shop" },
    },
    /audience/,
  ],
  [
    "websocket-upgrade",
    { url: "ws://db.example.com/", ws_ignore_sec_websocket_accept_header: 1 },
    /Sec-WebSocket-Accept/,
  ],
])("Uptime Kuma: notes the unsupported settings of %s %o", (type, more, note) => {
  expect(kuma(type, more)).toMatchObject({ notes: expect.stringMatching(note) });
});

test.each([
  ["mongodb", sql("mongodb+srv://x.example.com/"), /srv/],
  ["postgres", sql("Host=db"), /isn't a URL/],
  [
    "grpc-keyword",
    { grpc_url: "db.example.com:1", grpc_service_name: "Shop", grpc_method: "Buy" },
    /grpc.health.v1/,
  ],
  ["mqtt", { hostname: "ws://db.example.com", port: 80 }, /WebSocket/],
  [
    "grpc-keyword",
    {
      ...{ grpc_url: "db.example.com:1", grpc_service_name: "Health", grpc_method: "Check" },
      ...{ keyword: "SERVING", invert_keyword: 1 },
    },
    /must not be SERVING/,
  ],
])("Uptime Kuma: %s %o can't be imported", (type, more, reason) => {
  expect(kuma(type, more)).toMatch(reason);
});

const endpoint = (url: string, more: object = {}) =>
  read(gatus, { endpoints: [{ name: "It", url, conditions: ["[CONNECTED] == true"], ...more }] });

test.each([
  ["tls://db.example.com:465", {}, "tls", { host, port: "465", connection: "tls" }],
  [
    "starttls://db.example.com:587",
    { client: { insecure: true } },
    "tls",
    { host, port: "587", connection: "smtp", tls_skip_verify: true },
  ],
  ["ssh://db.example.com:22", {}, "ssh", { host, port: "22" }],
  [
    "udp://db.example.com:53",
    { body: "ping", conditions: ["[BODY] == pat(*pong*)"] },
    "udp",
    { host, port: "53", payload: "ping", expected: "pong" },
  ],
  [
    "ws://db.example.com/socket",
    { body: "hi", conditions: ["[BODY] == pat(*hello*)"], headers: { Origin: "https://a.example" } },
    "websocket",
    {
      url: "ws://db.example.com/socket",
      message: "hi",
      expected: "hello",
      headers: [{ name: "Origin", value: "https://a.example" }],
    },
  ],
  ["grpc://db.example.com:50051", {}, "grpc", { host, port: "50051" }],
  ["grpcs://db.example.com:443", {}, "grpc", { port: "443", connection: "tls" }],
  [
    "domain://example.com",
    { conditions: ["[DOMAIN_EXPIRATION] > 720h"] },
    "domain",
    { host: "example.com", days_min: 30 },
  ],
])("Gatus: %s %o becomes %s", (url, more, protocol, request) => {
  expect(endpoint(url, more)).toMatchObject({ protocol, request, notes: "" });
});

test.each([
  ["tcp://db.example.com:6379", "[BODY] == pat(*PONG*)"],
  ["tls://db.example.com:993", "[BODY] == pat(*OK*)"],
  ["grpc://db.example.com:50051", "[BODY] == pat(*SERVING*)"],
  ["icmp://db.example.com", "[DOMAIN_EXPIRATION] > 720h"],
  ["ws://db.example.com/socket", "[DOMAIN_EXPIRATION] > 720h"],
])("Gatus: an endpoint %s with the condition %s isn't imported without a note", (url, condition) => {
  expect(endpoint(url, { conditions: [condition] })).toMatchObject({
    notes: expect.stringContaining(condition),
  });
});

test("Gatus: notes or skips the unsupported settings of an endpoint", () => {
  expect(endpoint("ssh://db.example.com:22", { ssh: { username: "ada" } })).toMatchObject({
    notes: expect.stringMatching(/identification/),
  });
  expect(endpoint("udp://db.example.com:53")).toMatch(/no body/);
});

test("Better Stack and Upptime: mail servers and certificates keep their protocol", () => {
  const monitor = (monitor_type: string, more: object = {}) =>
    read(betterStack, { data: [{ id: "1", attributes: { monitor_type, url: host, ...more } }] });
  expect(monitor("smtp")).toMatchObject({ protocol: "smtp", request: { host, port: "25" } });
  expect(monitor("pop")).toMatchObject({ protocol: "pop3", request: { port: "110" } });
  expect(monitor("imap")).toMatchObject({ protocol: "imap", request: { port: "143" } });
  const exchange = { port: 9, request_body: "ping", required_keyword: "pong" };
  expect(monitor("udp", exchange)).toMatchObject({
    ...{ protocol: "udp", request: { host, port: "9", payload: "ping", expected: "pong" } },
  });
  expect(monitor("udp", { port: 9 })).toMatch(/no data to send/);
  expect(read(upptime, { sites: [{ name: "It", url: host, check: "ssl" }] })).toMatchObject({
    protocol: "tls",
  });
});

import { expect, test } from "vitest";
import { betterStack } from "./better-stack";
import type { Importer } from "./importer";
import { openStatus } from "./openstatus";
import { uptimeRobot } from "./uptimerobot";

/** Returns the fields of each monitor with all notes, or why there is none; the count must add up. */
function read(importer: Importer, file: unknown) {
  const imported = importer.parse(JSON.stringify(file));
  if (!("draft" in imported)) throw new Error("not a draft");
  const { items, skipped, count } = imported.draft;
  expect(items.length + skipped.length).toBe(count);
  const notes = items.flatMap((item) => item.notes.map(({ text }) => text)).join(" ");
  return { monitors: items.map(({ fields }) => fields), notes, reasons: skipped.map(({ reason }) => reason) };
}

const robot = (type: string, more: object) =>
  read(uptimeRobot, { data: [{ id: 1, friendlyName: "Shop", url: "shop.example.com", type, ...more }] });
const stack = (monitor_type: string, more: object = {}, type = "monitor") =>
  read(betterStack, {
    data: [{ id: "1", type, attributes: { monitor_type, pronounceable_name: "Shop", ...more } }],
  });
const open = (more: object) =>
  read(openStatus, [
    {
      id: 1,
      name: "Shop",
      jobType: "dns",
      url: "shop.example.com",
      periodicity: "1m",
      active: true,
      ...more,
    },
  ]);
const dns = (record_type: string, more: object = {}) => ({
  protocol: "dns",
  request: { host: "shop.example.com", record_type, ...more },
});

test("UptimeRobot: a DNS monitor becomes one monitor per type of record", () => {
  const records = { A: ["192.0.2.1"], MX: ["10 mail.example.com"], TXT: [], SPF: ["v=spf1 -all"] };
  const { monitors, notes } = robot("DNS", { config: { dnsRecords: records } });
  expect(monitors).toMatchObject([
    { name: "A Shop", ...dns("A", { expected_values: ["192.0.2.1"] }) },
    { name: "MX Shop", ...dns("MX", { expected_values: ["10 mail.example.com"] }) },
  ]);
  expect(notes).toMatch(/SPF records/);
  expect(robot("DNS", { config: { dnsRecords: { NS: ["ns.example.com"] } } }).monitors).toMatchObject([
    { name: "Shop", ...dns("NS", { expected_values: ["ns.example.com"] }) },
  ]);
});

test("UptimeRobot: a DNS monitor without records queries A records, and other types alone are skipped", () => {
  const any = robot("DNS", { config: null });
  expect(any).toMatchObject({ monitors: [dns("A")], notes: expect.stringMatching(/any A record/) });
  const { monitors, reasons } = robot("DNS", { config: { dnsRecords: { DNSKEY: ["257 3 13 x"] } } });
  expect([monitors, reasons]).toEqual([[], [expect.stringMatching(/DNSKEY/)]]);
});

test("UptimeRobot: UDP and API monitors keep what decides between up and down", () => {
  const udp = robot("UDP", { port: 53, config: { udp: { payload: "ping", packetLossThreshold: 50 } } });
  expect(udp.monitors).toMatchObject([
    { protocol: "udp", request: { host: "shop.example.com", port: "53", payload: "ping" } },
  ]);
  expect(udp.notes).toMatch(/packet loss/);
  expect(robot("UDP", { port: 53 }).reasons).toEqual([expect.stringMatching(/no data to send/)]);

  const checks = [
    { property: "$.status", comparison: "equals", target: "ok" },
    { property: "$.count", comparison: "greater_than", target: 0 },
    { property: "$.up", comparison: "equals", target: true },
    { property: "$.data", comparison: "is_not_null" },
    { property: "$.error", comparison: "is_null" },
  ];
  const url = "https://shop.example.com/health";
  const api = robot("API", { url, config: { apiAssertions: { logic: "AND", checks } } });
  const json = (selector: string, operator: string, value: string) => ({
    ...{ type: "response_json", selector, operator, value },
  });
  expect(api.monitors).toMatchObject([
    {
      request: { method: "GET", url },
      success_assertions: [
        { type: "status_code" },
        json("$.status", "equals", "ok"),
        json("$.count", "greater_than", "0"),
        json("$.up", "equals", "true"),
        json("$.data", "not_equals", "null"),
      ],
    },
  ]);
  expect(api.notes).toMatch(/\$\.error is_null/);
  const either = robot("API", {
    url,
    config: { apiAssertions: { logic: "OR", checks: checks.slice(0, 2) } },
  });
  expect(either.monitors[0]?.success_assertions).toHaveLength(1);
  expect(either.notes).toMatch(/one of several/);
});

test("UptimeRobot: pauses a monitor whose bearer token is lost, and notes settings without a counterpart", () => {
  const url = "https://shop.example.com";
  expect(robot("HTTP", { url, authType: "BEARER" })).toMatchObject({
    monitors: [{ paused: true }],
    notes: expect.stringMatching(/bearer token/),
  });
  const config = { ipVersion: "ipv4Only", sslExpirationPeriodDays: [7], applicationErrorRetries: 0 };
  const regionData = { REGION: ["na"], THRESHOLD: { na: 3000 } };
  expect(robot("HTTP", { url, config, regionData }).notes).toBe(
    [
      "The number of retries was left out.",
      "The IP family was left out.",
      "Add an alert rule to be notified of expiring certificates.",
      "The regions were left out. The monitor uses the region chosen for the import.",
      "The response-time thresholds of its regions were left out.",
    ].join(" "),
  );
  expect(read(uptimeRobot, { data: [], nextCursorId: 7 }).reasons).toHaveLength(1);
});

test.each([
  [
    stack("dns", { url: "192.0.2.53", request_body: "shop.example.com" }),
    dns("A", { resolver: "192.0.2.53" }),
  ],
  [stack("smtp", { url: "a.example", port: "465" }), { request: { port: "465", connection: "tls" } }],
  [stack("pop", { url: "a.example", port: "995" }), { request: { port: "995", connection: "tls" } }],
  [stack("imap", { url: "a.example", port: "993,143" }), { request: { port: "993", connection: "tls" } }],
  [
    stack("status", { url: "https://a.example", follow_redirects: false }),
    { request: { follow_redirects: false }, success_assertions: [{ value: "2xx" }] },
  ],
])("Better Stack: a monitor keeps its meaning (%#)", ({ monitors }, expected) => {
  expect(monitors).toMatchObject([expected]);
});

test("Better Stack: the maintenance, group, and time zone of a heartbeat are noted", () => {
  const heartbeat = {
    ...{ name: "Backup", period: 3600, grace: 300, server_timezone: "Europe/Berlin", heartbeat_group_id: 7 },
    ...{ url: "https://uptime.betterstack.com/api/v1/heartbeat/dkGVrfnKkxqS8zB7wTgBDdJm" },
    ...{ maintenance_from: "01:00:00", maintenance_to: "03:00:00", sort_index: 1 },
  };
  const { notes } = read(betterStack, { data: [{ id: "1", type: "heartbeat", attributes: heartbeat }] });
  expect(notes).toMatch(/daily maintenance/);
  expect(notes).toMatch(/time zone/);
  expect(notes).toMatch(/The group/);
  expect(notes).not.toMatch(/sort_index/);
});

test("OpenStatus: a DNS monitor of the API becomes one monitor per type of record", () => {
  const assertion = (key: string, compare: string, target: string) => ({
    ...{ version: "v1", type: "dnsRecord", key, compare, target },
  });
  const { monitors, notes } = open({
    ...{ degradedAfter: 500, retry: 3, timeout: 45_000, method: "GET", body: "", headers: [] },
    assertions: [
      assertion("A", "eq", "192.0.2.1"),
      assertion("MX", "eq", "mail.example.com.:10"),
      assertion("MX", "not_contains", "old.example.com."),
    ],
  });
  const value = (operator: string, text: string) => ({ type: "record_value", operator, value: text });
  expect(monitors).toMatchObject([
    { name: "A Shop", ...dns("A"), success_assertions: [value("equals", "192.0.2.1")], slow_threshold: 500 },
    {
      ...{ name: "MX Shop", ...dns("MX"), interval: 60, incident_confirmations: 4, paused: false },
      success_assertions: [value("equals", "10 mail.example.com"), value("not_contains", "old.example.com")],
    },
  ]);
  expect(notes).not.toMatch(/was left out/);
  expect(open({}).monitors).toMatchObject([dns("A")]);
  expect(open({ assertions: [assertion("TXT", "not_eq", "x")] }).notes).toMatch(/at least one TXT record/);
});

test("OpenStatus: monitors of the API keep their request, and without assertions only 2xx is up", () => {
  const web = { jobType: "http", url: "https://shop.example.com", method: "POST", body: "{}" };
  const { monitors, notes } = open({
    ...{ ...web, headers: [{ key: "X-Key", value: "k" }], followRedirects: false },
    assertions: [{ type: "status", compare: "eq", target: 201 }],
  });
  expect(monitors).toMatchObject([
    {
      request: {
        method: "POST",
        body: "{}",
        headers: [{ name: "X-Key", value: "k" }],
        follow_redirects: false,
      },
      success_assertions: [{ type: "status_code", operator: "in", value: "201" }],
    },
  ]);
  expect(notes).toBe("");
  expect(open({ ...web, assertions: [] }).monitors).toMatchObject([
    { success_assertions: [{ value: "2xx" }] },
  ]);
  expect(open({ jobType: "tcp", url: "shop.example.com:5432" }).monitors).toMatchObject([
    { protocol: "tcp", request: { host: "shop.example.com", port: "5432" } },
  ]);
});

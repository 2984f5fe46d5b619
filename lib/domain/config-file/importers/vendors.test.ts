import { expect, test } from "vitest";
import type { DraftContent } from "../draft";
import { betterStack } from "./better-stack";
import type { Importer } from "./importer";
import { statuspage } from "./statuspage";
import { uptimeRobot } from "./uptimerobot";

function draftOf(importer: Importer, file: unknown): DraftContent {
  const imported = importer.parse(typeof file === "string" ? file : JSON.stringify(file));
  if (!("draft" in imported)) throw new Error("not a draft");
  return imported.draft;
}
const fieldsOf = ({ items }: DraftContent) => items.map(({ fields }) => fields);

test("UptimeRobot: a website without a timeout has the 30 s that it had", () => {
  const csv = "Friendly Name,URL,Type\nHome,https://example.com,HTTP\nPing,example.com,Ping\n";
  expect(fieldsOf(draftOf(uptimeRobot, csv)).map(({ timeout }) => timeout)).toEqual([30_000, undefined]);
});

test("UptimeRobot: maps the types of version 2, and inverts the condition of a keyword alert", () => {
  const draft = draftOf(uptimeRobot, {
    stat: "ok",
    monitors: [
      {
        id: 11,
        friendly_name: "Home",
        url: "https://example.com",
        type: 1,
        interval: 300,
        timeout: 30,
        responseTimeThreshold: 2500,
        status: 2,
        http_method: 1,
        custom_http_statuses: { up: [200, 204], down: [] },
      },
      {
        id: 12,
        friendly_name: "Words",
        url: "https://example.com",
        type: 2,
        keyword_type: 1,
        keyword_value: "error",
        interval: 300,
        status: 0,
        http_username: "ada",
        http_password: "pw",
      },
      { id: 13, friendly_name: "Ping", url: "example.com", type: 3, interval: 300, status: 2 },
      {
        id: 14,
        friendly_name: "Mail",
        url: "mail.example.com",
        type: 4,
        sub_type: 4,
        port: "",
        interval: 300,
        status: 2,
      },
      { id: 15, friendly_name: "Cron", url: "https://heartbeat.uptimerobot.com/secret", type: 5 },
    ],
  });
  expect(fieldsOf(draft)).toMatchObject([
    {
      name: "Home",
      request: { method: "HEAD" },
      interval: 300,
      timeout: 30000,
      ...{ slow_threshold: 2500, slow_share: 10 },
      success_assertions: [{ value: "2xx,30x" }],
      paused: false,
    },
    {
      request: { method: "GET", auth: "basic", auth_user: "ada", auth_secret: "pw" },
      success_assertions: [{ value: "2xx,30x" }, { operator: "not_contains", value: "error" }],
      paused: true,
    },
    { protocol: "icmp", request: { host: "example.com" } },
    { protocol: "tcp", request: { host: "mail.example.com", port: "25" } },
  ]);
  expect(draft.skipped).toEqual([{ name: "Cron", reason: expect.stringContaining("Heartbeat") }]);
});

test("UptimeRobot: maps version 3 and CSV files", () => {
  const three = {
    data: [
      {
        id: 1,
        friendlyName: "Home",
        url: "https://example.com",
        type: "KEYWORD",
        keywordType: "ALERT_NOT_EXISTS",
        keywordValue: "ok",
        interval: 60,
        status: "PAUSED",
        tags: [{ name: "Web" }],
      },
    ],
  };
  expect(fieldsOf(draftOf(uptimeRobot, three))).toMatchObject([
    {
      name: "Home",
      tags: ["web"],
      paused: true,
      success_assertions: [{}, { operator: "contains", value: "ok" }],
    },
  ]);
  const csv =
    "Friendly Name,URL/IP,Type,Port,Interval\nHome,https://example.com,HTTP(s),,300\nDB,db.example.com,Port,5432,60\n";
  expect(fieldsOf(draftOf(uptimeRobot, csv))).toMatchObject([
    { name: "Home", protocol: "http", interval: 300 },
    { name: "DB", protocol: "tcp", request: { host: "db.example.com", port: "5432" } },
  ]);
  expect(() => draftOf(uptimeRobot, { stat: "fail", error: { message: "api_key is wrong" } })).toThrow(
    "error message",
  );
});

test("Better Stack: maps monitors, and seconds or milliseconds of timeouts by their size", () => {
  const monitor = (id: string, attributes: object) => ({
    id,
    type: "monitor",
    attributes: { pronounceable_name: `Monitor ${id}`, check_frequency: 180, paused: false, ...attributes },
  });
  const draft = draftOf(betterStack, {
    data: [
      monitor("1", {
        monitor_type: "keyword",
        url: "https://example.com",
        required_keyword: "ok",
        http_method: "head",
        request_timeout: 30,
        confirmation_period: 15,
        verify_ssl: false,
        request_headers: [{ id: "a", name: "X-Key", value: "k" }],
        regions: ["us", "eu"],
      }),
      monitor("2", { monitor_type: "tcp", url: "db.example.com", port: "5432", request_timeout: 5000 }),
      monitor("3", {
        monitor_type: "expected_status_code",
        url: "https://example.com/old",
        expected_status_codes: [301, 404],
      }),
      monitor("4", { monitor_type: "playwright", url: "https://example.com" }),
    ],
    pagination: { next: "https://uptime.betterstack.com/api/v2/monitors?page=2" },
  });
  expect(fieldsOf(draft)).toMatchObject([
    {
      request: { method: "GET", tls_skip_verify: true, headers: [{ name: "X-Key", value: "k" }] },
      timeout: 30000,
      incident_confirmations: 3,
      interval: 180,
    },
    { protocol: "tcp", request: { port: "5432" }, timeout: 5000 },
    { success_assertions: [{ value: "301,404" }] },
  ]);
  expect(draft.skipped.map(({ name }) => name)).toEqual(["Monitor 4", "more monitors"]);
});

test("Statuspage: creates a page of the components, each with a paused monitor unless one has its name", () => {
  const component = (id: string, name: string, more: object = {}) => ({
    id,
    name,
    status: "operational",
    group: false,
    group_id: null,
    ...more,
  });
  const draft = draftOf(statuspage, {
    page: { id: "kctbh9vrtdwd", name: "GitHub", url: "https://www.githubstatus.com", time_zone: "Etc/UTC" },
    components: [
      component("a1", "API"),
      component("g1", "Europe", { group: true, components: ["a2"] }),
      component("a2", "Pages", { group_id: "g1" }),
    ],
    incidents: [{ id: "i", name: "Slow API" }],
  });
  expect(draft.items.map(({ kind, isPlaceholder }) => [kind, isPlaceholder])).toEqual([
    ["monitors", true],
    ["monitors", true],
    ["status_pages", false],
  ]);
  expect(draft.items[2]?.fields).toMatchObject({
    subdomain: "github",
    website_url: "https://www.githubstatus.com",
    components: [
      { monitor: "a1", name: "API" },
      { group: "Europe", components: [{ monitor: "a2", name: "Pages" }] },
    ],
  });
  expect(draft.skipped).toEqual([{ name: "Slow API", reason: expect.any(String) }]);
});

test("UptimeRobot: sends a form, and signs in with Digest, and names other pages and codes that can't be mapped", () => {
  const post = { id: 1, friendly_name: "Form", url: "https://example.com", type: 1, http_method: 3 };
  const { items, skipped } = draftOf(uptimeRobot, {
    pagination: { offset: 0, limit: 1, total: 2 },
    monitors: [
      {
        ...post,
        post_type: 1,
        post_value: { a: "1", b: "\u00fc" },
        http_username: "ada",
        http_auth_type: 2,
        custom_http_statuses: { up: [999] },
      },
    ],
  });
  expect(items[0]?.fields.request).toMatchObject({
    body: "a=1&b=%C3%BC",
    headers: [{ name: "Content-Type", value: "application/x-www-form-urlencoded" }],
    ...{ auth: "digest", auth_user: "ada" },
  });
  expect(items[0]?.notes.map(({ field }) => field)).toEqual(["success_assertions"]);
  expect(skipped.map(({ name }) => name)).toEqual(["more monitors"]);
});

test("UptimeRobot: imports a list of names and URLs, and guesses what to check", () => {
  const csv =
    "Name,URL\nHome,https://example.com\nDB,db.example.com:5432\nRouter,192.0.2.1\nHome,https://example.com\n";
  const draft = draftOf(uptimeRobot, csv);
  expect(fieldsOf(draft)).toMatchObject([
    { name: "Home", protocol: "http" },
    { protocol: "tcp", request: { host: "db.example.com", port: "5432" } },
    { protocol: "icmp", request: { host: "192.0.2.1" } },
    { name: "Home", protocol: "http" },
  ]);
  expect(draft.count).toBe(4);
});

test.each([
  [{ up: [401], down: [404, 200] }, "2xx,30x,401", "404,200"],
  [{ up: "401,403", down: "" }, "2xx,30x,401,403", null],
  ["404:0_401:1", "2xx,30x,401", "404"],
  [{ up: [], down: [] }, "2xx,30x", null],
  [{ up: [], down: ["unknown"] }, "2xx,30x", null],
])(
  "UptimeRobot: adds and removes the statuses %j from the default range",
  (custom_http_statuses, up, down) => {
    const monitor = {
      id: 1,
      friendly_name: "Home",
      url: "https://example.com",
      type: 1,
      custom_http_statuses,
    };
    const [fields] = fieldsOf(draftOf(uptimeRobot, { monitors: [monitor] }));
    expect(fields?.success_assertions).toEqual([
      { type: "status_code", operator: "in", value: up },
      ...(down ? [{ type: "status_code", operator: "not_in", value: down }] : []),
    ]);
  },
);

test("Better Stack: checks the first of several ports, keeps a token beside basic authentication, and maps the recovery", () => {
  const one = (attributes: object) => ({ id: "1", attributes: { pronounceable_name: "One", ...attributes } });
  const mail = {
    monitor_type: "smtp",
    url: "mail.example.com",
    port: "25,465, 587",
    recovery_period: 180,
    check_frequency: 60,
  };
  const web = {
    monitor_type: "status",
    url: "https://example.com",
    request_headers: [{ name: "Authorization", value: "Bearer t" }],
    auth_username: "ada",
    auth_password: "pw",
  };
  const { items } = draftOf(betterStack, { data: [one(mail), one(web)] });
  expect(items.map(({ fields }) => fields)).toMatchObject([
    { request: { port: "25" }, recovery_confirmations: 4 },
    { request: { headers: [{ name: "Authorization", value: "Bearer t" }] } },
  ]);
  expect(items[0]?.notes.map(({ text }) => text)).toContain(
    "Only port 25 is checked. Add a monitor for each of the others: 465, 587.",
  );
  expect(items[1]?.notes.map(({ field }) => field)).toEqual(["request.headers"]);
});

test("Statuspage: keeps components of a group that the file lacks, and names empty groups", () => {
  const page = { id: "p", name: "Acme", url: "https://acme.example.com" };
  const components = [
    { id: "a", name: "API", group_id: "missing" },
    { id: "b", name: "API", group_id: null },
    { id: "g", name: "Empty", group: true },
  ];
  const draft = draftOf(statuspage, { page, components });
  expect(draft.items.at(-1)?.fields.components).toEqual([
    { monitor: "a", name: "API" },
    { monitor: "b", name: "API" },
  ]);
  expect(draft.items.at(-1)?.notes.map(({ text }) => text)).toContain(
    "Left out, because their monitors weren't imported: Empty.",
  );
  expect(draft.count).toBe(3);
});

test("keeps the URLs of heartbeats of Better Stack and UptimeRobot", () => {
  const attributes = {
    ...{ url: "https://uptime.betterstack.com/api/v1/heartbeat/dkGVrfnKkxqS8zB7wTgBDdJm", name: "Backup" },
    ...{ period: 10_800, grace: 300, paused_at: null, status: "up", email: true },
  };
  const [backup] = draftOf(betterStack, { data: [{ id: "7", type: "heartbeat", attributes }] }).items;
  expect(backup?.fields).toMatchObject({
    name: "Backup",
    request: { token: "dkGVrfnKkxqS8zB7wTgBDdJm", period: 10_800, grace: 300 },
  });
  expect(backup?.notes).toEqual([]);
  const url = "https://heartbeat.uptimerobot.com/m793494864-dfa695db066080680baad25a36986d67d9cd958";
  const cron = { id: 15, friendly_name: "Cron", url, type: 5, interval: 3600, status: 2 };
  const [item] = draftOf(uptimeRobot, { monitors: [cron] }).items;
  expect(item?.fields.request).toEqual({
    token: "m793494864-dfa695db066080680baad25a36986d67d9cd958",
    period: 3600,
    grace: 300,
  });
});

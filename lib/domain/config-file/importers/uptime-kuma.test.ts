import { expect, test } from "vitest";
import type { DraftContent } from "../draft";
import { uptimeKuma } from "./uptime-kuma";

function draftOf(file: unknown): DraftContent {
  const imported = uptimeKuma.parse(JSON.stringify(file));
  if (!("draft" in imported)) throw new Error("not a draft");
  return imported.draft;
}
const monitorOf = (more: object) => draftOf({ monitor: [{ id: 1, name: "Shop", active: 1, ...more }] });
const http = { type: "http", url: "https://shop.example.com/", method: "GET", interval: 60, maxretries: 2 };

test("maps an HTTP monitor with keyword, headers, sign-in, and status codes", () => {
  const { items } = monitorOf({
    ...http,
    type: "keyword",
    keyword: "Welcome",
    timeout: 48,
    ignore_tls: 1,
    maxredirects: 0,
    accepted_statuscodes_json: '["200-299","301"]',
    headers: '{"X-Env":"prod"}',
    auth_method: "basic",
    basic_auth_user: "ada",
    basic_auth_pass: "pässword",
  });
  expect(items[0]).toMatchObject({
    kind: "monitors",
    ref: "1",
    fields: {
      name: "Shop",
      protocol: "http",
      request: {
        url: "https://shop.example.com/",
        tls_skip_verify: true,
        follow_redirects: false,
        headers: [{ name: "X-Env", value: "prod" }],
        ...{ auth: "basic", auth_user: "ada", auth_secret: "pässword" },
      },
      interval: 60,
      timeout: 30000,
      incident_confirmations: 3,
      success_assertions: [
        { type: "status_code", operator: "in", value: "2xx,301" },
        { type: "response_body", operator: "contains", value: "Welcome" },
      ],
    },
    notes: [{ field: "timeout", text: "48 s becomes 30 s." }],
  });
});

test.each([
  [{ ...http, timeout: 0 }, 30_000],
  [{ ...http, interval: 20 }, 20_000],
  [{ ...http, type: "keyword", keyword: "x", interval: 300 }, 30_000],
  [{ ...http, timeout: 5 }, 5000],
  [{ type: "port", hostname: "db.example.com", port: 1, interval: 60 }, undefined],
])("a website without a timeout has most of its interval, as in Uptime Kuma: %o", (monitor, timeout) => {
  const [item] = monitorOf(monitor).items;
  expect(item?.fields.timeout).toBe(timeout);
  expect(item?.notes.filter(({ field }) => field === "timeout")).toEqual([]);
});

test.each([
  [
    "https://ada:p%25w@shop.example.com/x",
    "https://shop.example.com/x",
    { auth: "basic", auth_user: "ada", auth_secret: "p%w" },
  ],
  ["https://shop.example.com/a b?q=ü", "https://shop.example.com/a%20b?q=ü", {}],
])("takes the URL %s as Uptime Kuma does", (given, url, signIn) => {
  expect(monitorOf({ ...http, url: given }).items[0]?.fields.request).toMatchObject({ url, ...signIn });
});

test.each([
  [{ auth_method: null }, undefined],
  [{}, "basic"],
  [{ auth_method: "basic" }, "basic"],
])("signs in by %o as Uptime Kuma does, which keeps the user of a method that is off", (method, auth) => {
  const { items } = monitorOf({ ...http, ...method, basic_auth_user: "ada", basic_auth_pass: "x" });
  expect(items[0]).toMatchObject({ fields: { request: { url: http.url } } });
  expect(Object(items[0]?.fields.request).auth).toBe(auth);
});

test("a push monitor or a group with a short name keeps it", () => {
  const { items } = draftOf({
    monitor: [
      { id: 1, name: "P", type: "push", interval: 60, push_token: "0123456789abcdef", parent: 2 },
      { id: 2, name: "G", type: "group" },
      { id: 3, name: "", type: "push", interval: 60, push_token: "0123456789abcdeg" },
    ],
  });
  expect(items.map(({ fields }) => fields.name)).toEqual(["P monitor", "Unnamed monitor", "G monitor"]);
});

test("maps port, ping, and DNS monitors, tags, and paused monitors", () => {
  const { items } = draftOf({
    monitor: [
      {
        id: 1,
        name: "Database",
        type: "port",
        hostname: "db.example.com",
        port: 5432,
        interval: 45,
        active: 0,
      },
      { id: 2, name: "Router", type: "ping", hostname: "192.0.2.1" },
      {
        id: 3,
        name: "Zone",
        type: "dns",
        hostname: "example.com",
        dns_resolve_type: "MX",
        dns_resolve_server: "1.1.1.1",
        port: 53,
      },
    ],
    tag: [{ id: 7, name: "Team Web" }],
    monitor_tag: [{ monitor_id: 1, tag_id: 7, value: "EU" }],
  });
  expect(items.map(({ fields, notes }) => ({ ...fields, notes }))).toMatchObject([
    {
      protocol: "tcp",
      request: { host: "db.example.com", port: "5432" },
      tags: ["team-web:eu"],
      paused: true,
      interval: 30,
      notes: [
        { field: "interval", text: "45 s becomes 30 s." },
        { field: "tags", text: "Team Web:EU becomes team-web:eu." },
      ],
    },
    { protocol: "icmp", request: { host: "192.0.2.1" }, paused: false, notes: [] },
    { protocol: "dns", request: { host: "example.com", record_type: "MX", resolver: "1.1.1.1" } },
  ]);
});

test("skips monitors that it can't check, with the reason", () => {
  const { items, skipped } = draftOf({
    monitor: [
      { id: 2, name: "Container", type: "docker" },
      { id: 3, name: "Reverse", ...http, upside_down: 1 },
      { id: 4, name: "Queue", type: "rabbitmq" },
      { id: 5, name: "Broken", ...http, url: "https://" },
    ],
    notification: [{ id: 1, name: "Telegram" }],
  });
  expect(items).toEqual([]);
  expect(skipped).toEqual([
    { name: "Container", reason: "Docker container monitors aren't supported." },
    { name: "Reverse", reason: expect.stringContaining("upside-down") },
    { name: "Queue", reason: 'Monitors of type "rabbitmq" aren\'t supported.' },
    { name: "Broken", reason: expect.stringContaining("request.url must start with http") },
    { name: "Telegram", reason: expect.stringContaining("Integrations") },
  ]);
});

test("a push monitor becomes a heartbeat that keeps its token", () => {
  const { items, skipped } = draftOf({
    monitor: [
      {
        id: 1,
        name: "Cron",
        type: "push",
        interval: 7200,
        maxretries: 1,
        push_token: "0123456789abcdefghij",
        timeout: 48,
      },
    ],
  });
  expect(skipped).toEqual([]);
  expect(items).toMatchObject([
    {
      fields: {
        protocol: "heartbeat",
        request: { schedule: "period", period: 7200, token: "0123456789abcdefghij" },
        incident_confirmations: 2,
      },
      notes: [],
    },
  ]);
});

test("maps a status page with its groups, without monitors that weren't imported", () => {
  const { items } = draftOf({
    monitor: [
      { id: 1, name: "Shop", ...http },
      { id: 2, name: "Cron", type: "docker" },
    ],
    status_page: [
      { id: 4, slug: "acme", title: "Acme", description: null, theme: "dark", search_engine_index: 1 },
    ],
    group: [{ id: 9, name: "Europe", status_page_id: 4, weight: 1 }],
    monitor_group: [
      { monitor_id: 2, group_id: 9, weight: 1 },
      { monitor_id: 1, group_id: 9, weight: 2 },
    ],
    status_page_cname: [{ status_page_id: 4, domain: "status.example.com" }],
  });
  expect(items[1]).toMatchObject({
    kind: "status_pages",
    ref: "4",
    fields: {
      name: "Acme",
      subdomain: "acme",
      title: "Acme",
      description: "Status of Acme.",
      website_url: "https://shop.example.com",
      color_scheme: "dark",
      components: [{ group: "Europe", components: [{ monitor: "1" }] }],
    },
  });
  expect(items[1]?.notes.map(({ field }) => field)).toEqual(["components", "domain", "website_url"]);
});

test.each([{ password: "$2a$10$hash" }, { published: 0 }])(
  "does not publish a page that was not public: %j",
  (more) => {
    const { items, skipped } = draftOf({
      monitor: [],
      status_page: [{ id: 4, slug: "acme", title: "Acme", ...more }],
    });
    expect(items).toEqual([]);
    expect(skipped).toEqual([{ name: "Acme", reason: expect.stringContaining("isn't public") }]);
  },
);

test.each([
  ["$.data.status", "==", "ok", { operator: "equals", selector: "$.data.status", value: "ok" }],
  ["items[0].count", ">=", "3", { operator: "at_least", selector: "items[0].count", value: "3" }],
  ["$", "contains", "ok", { operator: "contains", selector: "$", value: "ok" }],
  // Version 1 always compares.
  ["status", null, "ok", { operator: "equals", selector: "status", value: "ok" }],
  ["$count(items)", "==", "3", null],
])("maps the JSON query %s %s %s", (json_path, json_path_operator, expected_value, assertion) => {
  const [item] = monitorOf({
    ...{ name: "Shop", url: "https://shop.example.com", type: "json-query" },
    ...{ json_path, json_path_operator, expected_value },
  }).items;
  const assertions = item?.fields.success_assertions as object[];
  expect(assertions[1] ?? null).toEqual(assertion && { type: "response_json", ...assertion });
  expect(item?.notes.some(({ text }) => text.includes("JSON query was left out"))).toBe(!assertion);
});

test("reads the JSON backup of version 1", () => {
  const { items } = draftOf({
    version: "1.23.11",
    notificationList: [],
    monitorList: [
      {
        id: 1,
        name: "Shop",
        ...http,
        active: true,
        ignoreTls: true,
        accepted_statuscodes: ["200-299"],
        tags: [{ name: "web", value: "" }],
      },
    ],
  });
  expect(items[0]?.fields).toMatchObject({
    request: { tls_skip_verify: true },
    tags: ["web"],
    success_assertions: [{ value: "2xx" }],
  });
});

test("leaves out headers that a check sets itself, without quoting their values", () => {
  const { items } = monitorOf({ ...http, headers: '{"Host":"inner-secret","Accept":"text/html"}' });
  expect(items[0]?.fields).toMatchObject({ request: { headers: [{ name: "Accept", value: "text/html" }] } });
  expect(items[0]?.notes).toEqual([
    { field: "request.headers", text: "The header Host can't be sent and was left out." },
  ]);
});

test.each([
  [undefined, "application/json"],
  ["form", "application/x-www-form-urlencoded"],
  ["xml", "text/xml; charset=utf-8"],
])("sends a body of encoding %s with the content type that Uptime Kuma adds", (encoding, value) => {
  const post = { ...http, method: "POST", body: "a=1" };
  const headersOf = (more: object) =>
    monitorOf({ ...post, http_body_encoding: encoding, ...more }).items[0]?.fields.request;
  expect(headersOf({})).toMatchObject({ headers: [{ name: "Content-Type", value }] });
  const own = { headers: '{"content-type":"text/csv"}' };
  expect(headersOf(own)).toMatchObject({ headers: [{ name: "content-type", value: "text/csv" }] });
});

test("names a description and tags that a monitor can't have", () => {
  const [item] = draftOf({
    monitor: [{ id: 1, name: "Shop", ...http, description: "Call Ada" }],
    tag: [
      { id: 1, name: "\u751f\u4ea7" },
      { id: 2, name: "\u00dcbersicht" },
    ],
    monitor_tag: [1, 2].map((tag_id) => ({ monitor_id: 1, tag_id, value: "" })),
  }).items;
  expect(item?.fields.tags).toEqual(["ubersicht"]);
  expect(item?.notes).toEqual([
    { field: "tags", text: "The tags \u751f\u4ea7 were left out." },
    { field: "tags", text: "\u00dcbersicht becomes ubersicht." },
    { field: "description", text: "The description was left out." },
  ]);
});

test("maps the expected DNS records, and names the unsupported conditions and name servers", () => {
  const condition = (operator: string, value: string, andOr = "and") => ({
    type: "expression",
    variable: "record",
    operator,
    value,
    andOr,
  });
  const dns = {
    type: "dns",
    hostname: "example.com",
    dns_resolve_type: "A",
    dns_resolve_server: "192.0.2.53, 192.0.2.54",
    port: 5353,
  };
  const [item] = monitorOf({
    ...dns,
    conditions: JSON.stringify([
      condition("equals", "192.0.2.1"),
      condition("contains", "192"),
      condition("equals", "x", "or"),
    ]),
  }).items;
  expect(item?.fields).toMatchObject({
    request: { resolver: "192.0.2.53:5353" },
    success_assertions: [
      { type: "record_value", operator: "equals", value: "192.0.2.1" },
      { type: "record_value", operator: "contains", value: "192" },
    ],
  });
  expect(item?.notes.map(({ field }) => field)).toEqual(["success_assertions", "request.resolver"]);
});

test("names every setting that a monitor or a page can't have", () => {
  const { items } = draftOf({
    monitor: [
      {
        ...{ id: 1, name: "Shop", ...http, description: "x", proxy_id: 1, ip_family: "ipv6", cache_bust: 1 },
        ...{ tls_ca: "x", tls_cert: "x", resend_interval: 5, retry_interval: 20, maxredirects: 3 },
      },
      {
        id: 2,
        name: "Usual",
        ...http,
        ip_family: null,
        cache_bust: 0,
        resend_interval: 0,
        retry_interval: 60,
        packet_size: 56,
      },
    ],
    status_page: [
      {
        id: 1,
        slug: "www",
        title: "Acme",
        custom_css: "b{}",
        footer_text: "f",
        icon: "/icon.svg",
        show_tags: 0,
      },
    ],
  });
  expect(items[0]?.notes.map(({ text }) => text)).toEqual([
    ...["description", "proxy", "IP family", "cache busting", "certificate authority"].map(
      (name) => `The ${name} was left out.`,
    ),
    "The repeated notification was left out.",
    "The retry interval of 20 s was left out.",
    "At most 3 redirects becomes at most 5.",
  ]);
  expect(items[1]?.notes).toEqual([]);
  expect(items[2]?.fields.subdomain).toBe("www-status");
  expect(items[2]?.notes.map(({ text }) => text)).toEqual([
    "The custom CSS was left out.",
    "The footer was left out.",
    "www becomes www-status.",
    "Set to https://example.com. Change it if it isn't your website.",
  ]);
});

test("pauses monitors inside a paused group, tags them with its name, and hides groups that visitors don't see", () => {
  const { count, items, skipped } = draftOf({
    monitor: [
      { id: 1, name: "Europe", type: "group", active: 0 },
      { id: 2, name: "Nested", type: "group", active: 1, parent: 1 },
      { id: 3, name: "Shop", ...http, active: 1, parent: 2 },
      { id: 4, name: "Blog", ...http, active: 1 },
    ],
    status_page: [{ id: 1, slug: "acme", title: "Acme" }],
    group: [
      { id: 1, name: "Public", public: 1, status_page_id: 1 },
      { id: 2, name: "Internal", public: 0, status_page_id: 1 },
    ],
    monitor_group: [
      { group_id: 1, monitor_id: 3 },
      { group_id: 2, monitor_id: 4 },
    ],
  });
  expect(items[0]?.fields).toMatchObject({ paused: true, tags: ["nested", "europe"] });
  expect(items[1]?.fields).toMatchObject({ paused: false });
  expect(items[2]?.fields).toMatchObject({ name: "Europe", paused: true, request: { members: ["3"] } });
  expect(items[3]?.fields).toMatchObject({ name: "Nested", paused: true, tags: ["europe"] });
  expect(items[4]?.fields.components).toEqual([{ group: "Public", components: [{ monitor: "3" }] }]);
  expect(items[4]?.notes[0]?.text).toBe("Left out, because visitors can't see them: Internal.");
  expect([count, skipped.length]).toEqual([5, 0]);
});

test("maps groups to groups, with the monitors of the groups inside, and names those that weren't imported", () => {
  const { items, skipped } = draftOf({
    monitor: [
      { id: 1, name: "Europe", type: "group", maxretries: 2, interval: 60 },
      { id: 2, name: "Nested", type: "group", parent: 1 },
      { id: 3, name: "Shop", ...http, parent: 2 },
      { id: 4, name: "Blog", ...http, parent: 1 },
      { id: 5, name: "Box", type: "docker", parent: 1 },
      { id: 6, name: "Empty", type: "group" },
    ],
  });
  expect(items[2]).toMatchObject({
    fields: { protocol: "group", request: { members: ["3", "4"] }, incident_confirmations: 3 },
    notes: [{ field: "request.members", text: "Left out, because they weren't imported: Box." }],
  });
  expect(items[3]).toMatchObject({ fields: { name: "Nested", request: { members: ["3"] } } });
  expect(skipped).toEqual([
    { name: "Box", reason: "Docker container monitors aren't supported." },
    { name: "Empty", reason: "None of its monitors was imported." },
  ]);
});

test("reads monitors by ID as the API lists them, and a plain list of them", () => {
  const shop = { id: 1, name: "Shop", ...http };
  expect(draftOf({ monitorList: { 1: shop } }).items).toHaveLength(1);
  expect(draftOf([shop]).items).toHaveLength(1);
  expect(() => draftOf({ monitorList: "none" })).toThrow("has no monitors");
});

test("keeps the default status codes where the column can't be read, without refusing the file", () => {
  const [item] = monitorOf({ ...http, accepted_statuscodes_json: "not JSON" }).items;
  expect(item?.fields.success_assertions).toMatchObject([{ value: "2xx,30x" }]);
  expect(item?.notes.map(({ field }) => field)).toEqual(["success_assertions"]);
});

test("gives monitors without IDs neither each other's tags nor each other's pauses", () => {
  const { items } = draftOf([
    { ...http, name: "Shop", tags: [{ name: "prod" }] },
    { ...http, name: "Payments", active: 0 },
  ]);
  expect(items.map(({ fields, notes }) => [fields.tags, fields.paused, notes])).toEqual([
    [["prod"], false, []],
    [undefined, true, []],
  ]);
});

test.each([
  [
    {
      auth_method: "oauth2-cc",
      oauth_client_id: "shop",
      oauth_client_secret: "s3cret",
      oauth_token_url: "https://id.example.com/token",
      oauth_scopes: "a b",
    },
    {
      auth: "oauth2",
      auth_user: "shop",
      auth_secret: "s3cret",
      auth_token_url: "https://id.example.com/token",
      auth_scope: "a b",
    },
    [],
  ],
  [
    { auth_method: "mtls", tls_cert: "-----BEGIN CERTIFICATE-----", tls_key: "-----BEGIN PRIVATE KEY-----" },
    { client_certificate: "-----BEGIN CERTIFICATE-----", client_key: "-----BEGIN PRIVATE KEY-----" },
    [],
  ],
  [
    { auth_method: "ntlm", basic_auth_user: "ada" },
    {},
    ["Authentication by ntlm isn't supported and was left out."],
  ],
])("maps the sign-in of %j", (given, request, notes) => {
  const [item] = draftOf({ monitor: [{ id: 1, name: "Shop", ...http, ...given }] }).items;
  expect(item?.fields.request).toMatchObject(request);
  expect(item?.notes.map(({ text }) => text)).toEqual(notes);
});

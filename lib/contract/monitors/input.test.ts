import { describe, expect, test } from "vitest";
import { fieldErrors } from "@/lib/contract/core/issues";
import { NO_SIGN_IN } from "@/lib/testing/targets/check";
import { CreateMonitor, UpdateMonitor } from "./input";
import { INTERVALS_SECONDS, TIMEOUTS_MS } from "./times";

const http = {
  name: "Shop",
  protocol: "http",
  request: { method: "GET", url: "https://example.com" },
  regions: ["eu-deu-fra"],
};
const tcp = {
  name: "DB",
  protocol: "tcp",
  request: { host: "db.example.com", port: "5432" },
  regions: ["eu-deu-fra"],
};
const icmp = { name: "Router", protocol: "icmp", request: { host: "192.0.2.1" }, regions: ["eu-deu-fra"] };

function wrongFields(value: unknown): string[] {
  const parsed = CreateMonitor.safeParse(value);
  return parsed.success ? [] : Object.keys(fieldErrors(parsed.error));
}
const withRequest = (request: object, base: { request: object } = http) => ({
  ...base,
  request: { ...base.request, ...request },
});

test("a monitor with only the required fields gets every default", () => {
  expect(CreateMonitor.parse(http)).toEqual({
    ...http,
    request: {
      method: "GET",
      url: "https://example.com",
      tls_skip_verify: false,
      body: null,
      follow_redirects: true,
      user_agent_secret: null,
      headers: null,
      ...NO_SIGN_IN,
    },
    interval: 60,
    timeout: 20000,
    success_assertions: [{ type: "status_code", operator: "in", value: "2xx,30x" }],
    incident_confirmations: 3,
    recovery_confirmations: 3,
    region_threshold: 1,
    slow_threshold: null,
    slow_share: 50,
    tags: null,
    paused: false,
  });
  expect(CreateMonitor.parse(tcp)).toMatchObject({
    request: { host: "db.example.com", port: "5432", connection: "plain", tls_skip_verify: false },
    success_assertions: [],
  });
  expect(CreateMonitor.parse(icmp)).toMatchObject({ request: { host: "192.0.2.1" } });
  for (const none of [[], null, undefined])
    expect(CreateMonitor.parse({ ...http, success_assertions: none }).success_assertions).toEqual([
      { type: "status_code", operator: "in", value: "2xx,30x" },
    ]);
});

describe("bounds", () => {
  test.each([
    ["name", { name: "a" }],
    ["name", { name: "a".repeat(46) }],
    ["name", { name: "  a  " }],
    ["protocol", { protocol: "ftp" }],
    ["regions", { regions: [] }],
    ["regions", { regions: ["eu-deu-fra", "eu-deu-fra"] }],
    ["regions.0", { regions: ["eu-xxx-yyy"] }],
    ["interval", { interval: 61 }],
    ["interval", { interval: "60" }],
    ["timeout", { timeout: 11000 }],
    ["incident_confirmations", { incident_confirmations: 0 }],
    ["recovery_confirmations", { recovery_confirmations: 6 }],
    ["region_threshold", { region_threshold: 2 }],
    ["region_threshold", { region_threshold: 11 }],
    ["tags", { tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }],
    ["tags", { tags: ["a", "a"] }],
    ["tags.0", { tags: ["Big"] }],
    ["tags.0", { tags: [""] }],
    ["tags.0", { tags: ["a".repeat(101)] }],
  ])("rejects %s outside its limits", (field, change) => {
    expect(wrongFields({ ...http, ...change })).toEqual([field]);
  });

  test("counts code points, not UTF-16 units", () => {
    expect(wrongFields({ ...http, name: "🦊".repeat(45) })).toEqual([]);
    expect(wrongFields({ ...http, name: "🦊" })).toEqual(["name"]);
  });

  test("the longest timeout never exceeds the shortest interval", () => {
    expect(Math.max(...TIMEOUTS_MS)).toBeLessThanOrEqual(Math.min(...INTERVALS_SECONDS) * 1000);
  });
});

describe("HTTP request", () => {
  test.each([
    ["https://example.com/"],
    ["HTTP://EXAMPLE.com"],
    ["http://[2001:db8::1]:8080/x?y=1#z"],
    ["https://bücher.example/straße"],
    [`https://example.com/${"a".repeat(235)}`],
  ])("accepts %s unchanged", (url) => {
    const parsed = CreateMonitor.parse(withRequest({ url }));
    expect(parsed.request).toMatchObject({ url });
  });

  test.each([
    ["ftp://example.com"],
    ["example.com"],
    ["https://"],
    ["https:///x"],
    ["https://user:pw@example.com"],
    ["https://user@example.com"],
    ["https://exa mple.com"],
    ["https://example.com\n"],
    ["https://example.com:0/"],
    ["https://example.com:65536/"],
    ["https://example..com/"],
    ["https://example.com../"],
    [`https://${"a".repeat(64)}.example/`],
    ["javascript:alert(1)"],
    [`https://example.com/${"a".repeat(240)}`],
    [""],
  ])("rejects %s", (url) => {
    expect(wrongFields(withRequest({ url }))).toEqual(["request.url"]);
  });

  test("omits the password of a rejected URL from the error", () => {
    const { error } = CreateMonitor.safeParse(withRequest({ url: "ftp://user:hunter2@example.com/" }));
    expect(error?.issues[0]?.message).toMatch(/got ftp:\/\/…@example\.com/);
  });

  test.each([
    ..."Host user-agent Content-Length Transfer-Encoding Connection Keep-Alive Upgrade Expect TE Trailer".split(
      " ",
    ),
    ...["Proxy-Connection", "Bad Name", "X:Y", ""],
  ])("rejects the header name %j", (name) => {
    expect(new Set(wrongFields(withRequest({ headers: [{ name, value: "x" }] })))).toEqual(
      new Set(["request.headers.0.name"]),
    );
  });

  test.each(["a\r\nX-Evil: 1", "a\0b", "snow ☃", "a".repeat(1025)])(
    "rejects the header value %j",
    (value) => {
      expect(wrongFields(withRequest({ headers: [{ name: "X-A", value }] }))).toEqual([
        "request.headers.0.value",
      ]);
    },
  );

  test("keeps the order of headers", () => {
    const headers = [
      { name: "B", value: "1" },
      { name: "A", value: "2" },
      { name: "B", value: "" },
    ];
    expect(CreateMonitor.parse(withRequest({ headers })).request).toMatchObject({ headers });
  });

  test("accepts a body with POST, PUT, and PATCH only", () => {
    for (const method of ["POST", "PUT", "PATCH"])
      expect(wrongFields(withRequest({ method, body: "x" }))).toEqual([]);
    for (const method of ["GET", "HEAD", "OPTIONS"]) {
      expect(wrongFields(withRequest({ method, body: "x" }))).toEqual(["request.body"]);
    }
    expect(wrongFields(withRequest({ method: "DELETE" }))).toEqual(["request.method"]);
  });
});

describe("TCP and ICMP requests", () => {
  test("returns a numeric port as text", () => {
    expect(CreateMonitor.parse(withRequest({ port: 443 }, tcp)).request).toMatchObject({ port: "443" });
  });

  test.each(["0", "65536", "", "1e3", "0x10", "443 ", -1, 1.5])("rejects the port %j", (port) => {
    expect(wrongFields(withRequest({ port }, tcp))).toEqual(["request.port"]);
  });

  test.each(["", "https://example.com", "example.com:443", "a/b", "a b", "-a.example", "a".repeat(256)])(
    "rejects the host %j",
    (host) => {
      expect(new Set(wrongFields(withRequest({ host }, icmp)))).toEqual(new Set(["request.host"]));
    },
  );

  test.each(["127.1", "2130706433", "0x7f.1", "192.0.2.01", "192.0.2.1.", "256.0.0.1", "1.2.3.4.5", "a.1"])(
    "rejects the host %j, which ends in a number but is not a plain IPv4 address and so cannot be resolved",
    (host) => {
      expect(wrongFields(withRequest({ host }, icmp))).toEqual(["request.host"]);
    },
  );

  test.each([
    ...["db", "db.example.com", "db.example.com.", "192.0.2.1", "2001:db8::1", "_srv.example"],
    ...["255.255.255.255", "1and1.example", "1.2.3.4.example", "bücher.example"],
  ])("accepts the host %j", (host) => {
    expect(wrongFields(withRequest({ host }, icmp))).toEqual([]);
  });
});

describe("assertions", () => {
  const assert = (assertion: object, base: object = http) =>
    wrongFields({ ...base, success_assertions: [assertion] });

  test.each(["2xx", "200,30x,418", "xxx"])("accepts the status list %j", (value) => {
    expect(assert({ type: "status_code", operator: "in", value })).toEqual([]);
  });
  test.each(["", "2x", "2XX", "200, 201", "2xx,", "abc"])("rejects the status list %j", (value) => {
    expect(assert({ type: "status_code", operator: "in", value })).toEqual(["success_assertions.0.value"]);
  });

  test("each type has its own operators", () => {
    expect(assert({ type: "status_code", operator: "equals", value: "200" })).toEqual([
      "success_assertions.0.operator",
    ]);
    expect(assert({ type: "response_body", operator: "equals", value: "a" })).toEqual([
      "success_assertions.0.operator",
    ]);
    expect(assert({ type: "cookie", operator: "in", value: "a" })).toEqual(["success_assertions.0.type"]);
    expect(assert({ type: "response_header", operator: "contains", value: "a" })).toEqual([
      "success_assertions.0.selector",
    ]);
  });

  test("a body assertion requires a method with a response body", () => {
    const bodyAssertion = { type: "response_body", operator: "contains", value: "ok" };
    expect(assert(bodyAssertion)).toEqual([]);
    expect(assert(bodyAssertion, withRequest({ method: "HEAD" }))).toEqual(["success_assertions.0.type"]);
    expect(assert(bodyAssertion, withRequest({ method: "OPTIONS" }))).toEqual(["success_assertions.0.type"]);
  });

  test("accepts at most 20 assertions, for HTTP only", () => {
    const status = { type: "status_code", operator: "in", value: "2xx" };
    expect(assert(status, tcp)).toEqual(["success_assertions"]);
    expect(wrongFields({ ...http, success_assertions: Array(21).fill(status) })).toEqual([
      "success_assertions",
    ]);
    expect(wrongFields({ ...tcp, success_assertions: [] })).toEqual([]);
    expect(CreateMonitor.parse({ ...http, success_assertions: null }).success_assertions).toHaveLength(1);
  });
});

test("ignores unknown and read-only fields", () => {
  const parsed = CreateMonitor.parse({
    ...http,
    id: 5,
    status: "online",
    keyword: "x",
    alert_policy_id: null,
  });
  expect(parsed).not.toHaveProperty("id");
  expect(parsed).not.toHaveProperty("status");
  expect(parsed).not.toHaveProperty("keyword");
});

test("an update contains only the given fields", () => {
  expect(UpdateMonitor.parse({ name: "New" })).toEqual({ name: "New" });
  expect(UpdateMonitor.parse({ request: { port: 1, host: "h" } }).request).toEqual({ port: 1, host: "h" });
});

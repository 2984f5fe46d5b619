import { afterEach, expect, test } from "vitest";
import { fieldErrors } from "@/lib/contract/core/issues";
import { wording } from "@/lib/contract/core/wording";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { requireAllowedTarget } from "@/lib/services/monitors/target";
import { forget } from "@/lib/shared/once";
import { dns as contract, DnsRequest, resolverPlace } from "./dns";

const dns = {
  name: "Shop",
  protocol: "dns",
  request: { host: "shop.example.com" },
  regions: ["eu-deu-fra"],
};
function errorsOf(request: object, change: object = {}): Record<string, string[]> {
  const value = { ...dns, ...change, request: { ...dns.request, ...request } };
  const parsed = CreateMonitor.safeParse(value, { error: wording });
  return parsed.success ? {} : fieldErrors(parsed.error);
}

test("a name is enough: any A record, asked from the system's name servers", () => {
  expect(CreateMonitor.parse(dns)).toMatchObject({
    request: {
      host: "shop.example.com",
      record_type: "A",
      expected_values: null,
      expected_response_code: "NOERROR",
      resolver: null,
    },
    success_assertions: [],
  });
});

test.each<[object, string, string]>([
  [{ record_type: "HINFO" }, "request.record_type", "one of A, AAAA, CNAME, MX, NS, TXT, SOA, SRV, CAA, PTR"],
  [{ host: "192.0.2.1" }, "request.host", "must be a name for A records; got 192.0.2.1."],
  [
    { expected_values: ["shop"] },
    "request.expected_values.0",
    "must be an IPv4 address for A records; got shop.",
  ],
  [
    { record_type: "AAAA", expected_values: ["2001:db8::1", "192.0.2.1"] },
    "request.expected_values.1",
    "must be an IPv6 address for AAAA records; got 192.0.2.1.",
  ],
  [{ expected_values: Array(11).fill("192.0.2.1") }, "request.expected_values", "at most 10 items; got 11."],
  [
    { expected_values: ["192.0.2.1"], expected_response_code: "NXDOMAIN" },
    "request.expected_values",
    "must be empty unless the expected response code is NOERROR; it is NXDOMAIN.",
  ],
  [
    { resolver: "https://dns.example" },
    "request.resolver",
    "must be a host or an address with an optional port",
  ],
])("refuses %j and says why", (request, field, text) => {
  const errors = errorsOf(request);
  expect(Object.keys(errors)).toEqual([field]);
  expect(errors[field]?.[0]).toContain(text);
});

test("takes an address for PTR records, and values of every other type as they are written", () => {
  expect(errorsOf({ host: "2001:db8::1", record_type: "PTR", expected_values: ["host.example."] })).toEqual(
    {},
  );
  expect(errorsOf({ record_type: "TXT", expected_values: ['"v=spf1" "-all"'] })).toEqual({});
});

test("DNS has its own assertions and none of HTTP", () => {
  const assert = (assertion: object) => Object.keys(errorsOf({}, { success_assertions: [assertion] }));
  expect(assert({ type: "record_value", operator: "contains", value: "192.0.2" })).toEqual([]);
  expect(assert({ type: "response_time", operator: "less_than", value: "200" })).toEqual([]);
  expect(assert({ type: "response_time", operator: "less_than", value: "soon" })).toEqual([
    "success_assertions.0.value",
  ]);
  expect(assert({ type: "status_code", operator: "in", value: "2xx" })).toEqual([
    "success_assertions.0.type",
  ]);
});

test.each<[string, string | null]>([
  ["192.0.2.53", "192.0.2.53 53"],
  ["192.0.2.53:5353", "192.0.2.53 5353"],
  ["dns.example.com:53", "dns.example.com 53"],
  ["2001:db8::53", "2001:db8::53 53"],
  ["[2001:db8::53]:5353", "2001:db8::53 5353"],
  ["192.0.2.53:0", null],
  ["192.0.2.53:65536", null],
  ["[dns.example.com]:53", null],
  ["[2001:db8::53", null],
  ["a b", null],
  ["", null],
])("reads the resolver %j as %j", (text, expected) => {
  const place = resolverPlace(text);
  expect(place && `${place.host} ${place.port}`).toBe(expected);
});

test("connects to the resolver only; failures of either kind may be those of the network beyond it", () => {
  const placeOf = (request: object) =>
    contract.place(DnsRequest.parse({ host: "shop.example.com", ...request }));
  const resolver = { field: "resolver", host: "192.168.0.1", port: 5353, isRelay: true };
  expect(placeOf({ resolver: "192.168.0.1:5353" })).toEqual(resolver);
  expect(placeOf({})).toEqual({ field: null, host: "shop.example.com", port: 53, isRelay: true });
});

afterEach(() => {
  delete process.env.ALLOW_PRIVATE_TARGETS;
  forget("env");
});

test("the address policy applies to the resolver, not to the name that it is asked for", () => {
  process.env.ALLOW_PRIVATE_TARGETS = "10.0.0.0/8";
  forget("env");
  const requireAllowed = (request: object) =>
    requireAllowedTarget(CreateMonitor.parse({ ...dns, request: { ...dns.request, ...request } }));
  expect(() => requireAllowed({ resolver: "192.168.0.1" })).toThrow(/192\.168\.0\.1 is a private address/);
  expect(() => requireAllowed({ resolver: "[::1]:53" })).toThrow(/loopback/);
  for (const request of [{ resolver: "10.0.0.53" }, { host: "192.168.0.1", record_type: "PTR" }])
    expect(() => requireAllowed(request)).not.toThrow();
});

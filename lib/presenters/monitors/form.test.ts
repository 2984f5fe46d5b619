import { expect, test } from "vitest";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import type { Protocol } from "@/lib/contract/protocols/registry";
import { present } from "@/lib/shared/assert";
import { assertionsOf, bodyOf, type MonitorDraft, suggestions } from "./form";
import { draftOf, NEW_DRAFT } from "./initial-draft";
import { protocolForms } from "./protocol-forms";
import type { RequestDraft } from "./request-draft";

const formOf = (protocol: Protocol) =>
  present(
    protocolForms().find(({ name }) => name === protocol),
    protocol,
  );
const sent = (protocol: Protocol, request: RequestDraft, change: Partial<MonitorDraft> = {}) =>
  CreateMonitor.parse(bodyOf({ ...NEW_DRAFT, ...change, protocol, request }, formOf(protocol)));

test("the contract accepts a draft, named after its host, with the protocol's own defaults", () => {
  expect(sent("http", { url: "example.com/health" })).toMatchObject({
    name: "example.com",
    request: { method: "GET", url: "https://example.com/health", headers: null, follow_redirects: true },
    success_assertions: [{ type: "status_code" }],
  });
  expect(sent("tcp", { host: "db.example.com" })).toMatchObject({
    name: "db.example.com",
    request: { host: "db.example.com", port: "443", connection: "plain" },
  });
  expect(sent("icmp", { host: "192.0.2.1" })).toMatchObject({ success_assertions: [] });
});

test("names a second monitor on a host after its path, port, or protocol, and then by number", () => {
  const named = (protocol: Protocol, request: RequestDraft, names: string[]) =>
    bodyOf({ ...NEW_DRAFT, protocol, request }, formOf(protocol), names).name;
  expect(named("http", { url: "https://a.example/cart?x=1" }, [])).toBe("a.example");
  expect(named("http", { url: "https://a.example/cart?x=1" }, ["A.example"])).toBe("a.example/cart");
  expect(named("tcp", { host: "a.example", port: "25" }, ["a.example"])).toBe("a.example:25");
  expect(named("icmp", { host: "a.example" }, ["a.example"])).toMatch(/^a\.example \(.+\)$/);
  const taken = ["a.example", "a.example (HTTP)", "a.example 2"];
  expect(named("http", { url: "https://a.example/" }, taken)).toBe("a.example 3");
  const long = `https://a.example/${"x".repeat(60)}`;
  expect(named("http", { url: long }, ["a.example"]).length).toBeLessThanOrEqual(45);
});

test("sends a body only with methods that carry one", () => {
  expect(sent("http", { url: "a.example", body: "x", method: "GET" }).request).toMatchObject({ body: null });
  expect(sent("http", { url: "a.example", body: "x", method: "POST" }).request).toMatchObject({ body: "x" });
});

test("leaves out assertions and fields of the protocol that was chosen before", () => {
  const before = { success_assertions: [{ type: "status_code", operator: "in", value: "2xx" }] };
  const request = {
    url: "http://a.example",
    headers: [{ name: "Accept", value: "*" }],
    host: "db.example.com",
  };
  const body = bodyOf({ ...NEW_DRAFT, ...before, protocol: "tcp", request }, formOf("tcp"));
  expect(body.success_assertions).toEqual([]);
  expect(Object.keys(body.request)).toEqual(["host", "port", "connection"]);
  expect(assertionsOf({ ...NEW_DRAFT, ...before }, formOf("http"))).toEqual(before.success_assertions);
});

test("a stored monitor comes back unchanged from the form", () => {
  const stored = sent("http", {
    url: "https://a.example/",
    method: "PUT",
    body: "x",
    headers: [{ name: "Accept", value: "*" }],
    follow_redirects: false,
  });
  const draft = draftOf(stored as unknown as Monitor);
  expect(CreateMonitor.parse(bodyOf(draft, formOf("http")))).toEqual(stored);
});

test("suggests three regions only if there is a remote runner, since one machine sees the same from all", () => {
  expect(suggestions(NEW_DRAFT, formOf("http"))).toContain(
    "A single region can't distinguish your outages from its own. Use three regions.",
  );
  expect(suggestions(NEW_DRAFT, formOf("http"), false)[0]).toMatch(
    /^A single machine .* in Settings → Regions\.$/,
  );
});

test("warns about plain http only while the URL is checked", () => {
  const draft = { ...NEW_DRAFT, request: { url: "http://a.example", host: "a.example" } };
  const warning = "The URL uses plain http, so certificates aren't monitored.";
  expect(suggestions(draft, formOf("http"))).toContain(warning);
  expect(suggestions({ ...draft, protocol: "tcp" }, formOf("tcp"))).not.toContain(warning);
});

import { expect, test } from "vitest";
import type { DomainRecord } from "@/lib/contract/status-pages/domain";
import { type DomainClaim, judgeDomain, wantedRecords } from "./domain-proof";

const DOMAIN = "status.example.com";
const claim: DomainClaim = {
  domain: DOMAIN,
  hosts: ["acme.status.host", "app.host"],
  addresses: ["203.0.113.7", "2001:db8::7"],
  text: "vedette-1",
};
const record = (type: DomainRecord["type"], value: string, name = DOMAIN): DomainRecord => ({
  type,
  name,
  value,
});
const txt = (value: string) => record("TXT", value, `_vedette.${DOMAIN}`);
const judged = (records: DomainRecord[], of = claim) => judgeDomain(of, { records, isComplete: true });

test.each([
  ["a CNAME to the page's host", [record("CNAME", "acme.status.host"), record("A", "198.51.100.9")]],
  ["an uppercase CNAME with a trailing dot", [record("CNAME", "ACME.Status.Host.")]],
  ["a CNAME to the app's host", [record("CNAME", "app.host")]],
  [
    "the proof as TXT, whatever the CNAME",
    [record("CNAME", "proxy.example.net"), txt("other"), txt("vedette-1")],
  ],
  ["an address of the server", [record("A", "203.0.113.7")]],
  ["all addresses of the server", [record("A", "203.0.113.7"), record("AAAA", "2001:db8::7")]],
])("%s proves the domain", (_, records) => {
  expect(judged(records)).toEqual({ kind: "proved" });
});

test.each([
  ["nothing", []],
  ["a CNAME elsewhere", [record("CNAME", "elsewhere.example.net")]],
  ["a CNAME below the host", [record("CNAME", "x.acme.status.host")]],
  ["another page's proof", [txt("vedette-2")]],
  ["one address of two elsewhere", [record("A", "203.0.113.7"), record("AAAA", "2001:db8::8")]],
])("%s proves nothing", (_, records) => {
  expect(judged(records)).toMatchObject({ kind: "unproved" });
});

test("the problem names what is required and what was found", () => {
  const needs =
    "The domain needs a CNAME record status.example.com → acme.status.host, or A and AAAA records status.example.com → 203.0.113.7 and 2001:db8::7, or a TXT record _vedette.status.example.com with the text vedette-1";
  const found = (records: DomainRecord[]) => judged(records) as { problem: string; hasRecords: boolean };
  expect(found([record("CNAME", "Elsewhere.example.net."), record("A", "192.0.2.1")])).toEqual({
    kind: "unproved",
    problem: `${needs}; found CNAME elsewhere.example.net.`,
    hasRecords: true,
  });
  expect(found([])).toMatchObject({ problem: `${needs}; found no record.`, hasRecords: false });
  expect(judged([record("A", "192.0.2.1")], { ...claim, hosts: [], addresses: [] })).toMatchObject({
    problem:
      "The domain needs a TXT record _vedette.status.example.com with the text vedette-1; found A 192.0.2.1.",
  });
});

test("an unanswered question leaves it open, unless another answer proves the domain", () => {
  const partly = (records: DomainRecord[]) => judgeDomain(claim, { records, isComplete: false });
  expect(partly([record("CNAME", "elsewhere.example.net")])).toEqual({ kind: "silent" });
  expect(partly([record("CNAME", "app.host")])).toEqual({ kind: "proved" });
});

test("addresses prove and disprove nothing while the server's own are unknown", () => {
  const unknown = { ...claim, addresses: null };
  expect(judged([record("A", "203.0.113.7")], unknown)).toEqual({ kind: "silent" });
  expect(judged([], unknown)).toMatchObject({ kind: "unproved" });
});

test("a domain without a subdomain gets addresses instead of a CNAME, if they are known", () => {
  const types = (of: DomainClaim) => wantedRecords(of).map(({ type }) => type);
  expect(types(claim)).toEqual(["CNAME", "A", "AAAA", "TXT"]);
  expect(types({ ...claim, domain: "example.com" })).toEqual(["A", "AAAA", "TXT"]);
  expect(types({ ...claim, domain: "example.com", addresses: [] })).toEqual(["CNAME", "TXT"]);
});

import { expect, test } from "vitest";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import { domainView } from "./domain-view";

const AT = "2026-03-01T12:00:00Z";
const DOMAIN = "status.example.com";
const view = (more: Partial<StatusPage>) =>
  domainView({
    domain: DOMAIN,
    domain_phase: "waiting",
    domain_checked_at: AT,
    domain_next_check_at: AT,
    domain_offline_at: null,
    domain_records: [],
    domain_answers: [],
    ...more,
  } as StatusPage);

test.each<[string, Partial<StatusPage>, string, RegExp]>([
  ["before the first check", { domain_checked_at: null }, "domain_waiting", /is being checked/],
  ["without a record", {}, "domain_waiting", /no record for status\.example\.com yet/],
  ["while name servers are silent", { domain_answers: null }, "domain_waiting", /didn't respond/],
  ["with records elsewhere", { domain_phase: "verifying" }, "domain_verifying", /don't point here yet/],
  ["once live", { domain_phase: "active" }, "active", /is live at this domain/],
  ["without its proof", { domain_phase: "active", domain_offline_at: AT }, "domain_losing", /still live/],
  ["broken", { domain_phase: "broken" }, "domain_broken", /isn't available/],
  [
    "in a local network",
    { domain_phase: "active", domain_next_check_at: null },
    "active",
    /your own network/,
  ],
])("says where a domain is: %s", (_, more, state, message) => {
  expect(view(more)).toMatchObject({ state, message: expect.stringMatching(message) });
});

test("offers each way to prove a domain with its records, the recommended one first", () => {
  const record = (type: "CNAME" | "A" | "AAAA" | "TXT") => ({ type, name: DOMAIN, value: type });
  const options = view({
    domain_records: [record("CNAME"), record("A"), record("AAAA"), record("TXT")],
  })?.options;
  expect(options?.map(({ title, records }) => [title, records.length])).toEqual([
    ["CNAME record", 1],
    ["Address records", 2],
    ["TXT record", 1],
  ]);
  expect(view({ domain_records: [record("A"), record("TXT")] })?.options[0]?.title).toBe("Address record");
});

test("lists what DNS answered, and nothing for a page without a domain", () => {
  const answers = [{ type: "A" as const, name: DOMAIN, value: "192.0.2.1" }];
  expect(view({ domain_answers: answers })?.answers).toEqual(["A 192.0.2.1"]);
  expect(view({ domain: null, domain_phase: null })).toBeNull();
});

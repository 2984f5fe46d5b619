import { expect, it } from "vitest";
import type { DnsRequest } from "@/lib/contract/protocols/dns";
import { judgeDnsAssertions, missingValues } from "./values";

type Type = DnsRequest["record_type"];

it.each<[Type, string, string]>([
  ["A", "192.0.2.7", "192.0.2.7"],
  ["AAAA", "2001:DB8:0:0::7", "2001:db8::7"],
  ["CNAME", "CDN.Example.", "cdn.example"],
  ["CNAME", "b\u00fccher.example", "xn--bcher-kva.example"],
  ["NS", "ns1.example.", "ns1.example"],
  ["MX", "10  Mail.example.", "10 mail.example"],
  ["MX", "mail.example", "10 mail.example"],
  ["MX", "0 .", "0 ."],
  ["SRV", "10 5 5060 SIP.example.", "10 5 5060 sip.example"],
  ["SRV", "sip.example", "10 5 5060 sip.example"],
  ["SOA", "NS.example. ada.example. 7 2 3 4 5", "ns.example ada.example 7 2 3 4 5"],
  ["CAA", "0 issue letsencrypt.org", '0 issue "letsencrypt.org"'],
  ["CAA", '0 ISSUE "LetsEncrypt.org"', '0 issue "letsencrypt.org"'],
  ["TXT", "v=spf1 -all", "v=spf1 -all"],
  ["TXT", '"v=spf1 " "-all"', "v=spf1 -all"],
  ["TXT", '"say \\"hi\\""', 'say "hi"'],
])("finds the %s value %j in the record %j", (type, expected, record) => {
  expect(missingValues(type, [expected], ["other", record])).toEqual([]);
});

it.each<[Type, string, string]>([
  ["A", "192.0.2.7", "192.0.2.70"],
  ["CNAME", "example", "cdn.example"],
  ["MX", "20 mail.example", "10 mail.example"],
  ["MX", "example", "10 mail.example"],
  ["TXT", "V=SPF1 -all", "v=spf1 -all"],
  ["TXT", "v=spf1", "v=spf1 -all"],
  ["CAA", '128 issue "letsencrypt.org"', '0 issue "letsencrypt.org"'],
])("doesn't take the %s record of another value for %j: %j", (type, expected, record) => {
  expect(missingValues(type, [expected], [record])).toEqual([expected]);
});

it.each<[Type, string, string, boolean]>([
  ["CNAME", "CDN.example.", "cdn.example", true],
  ["MX", "mail.example.", "10 mail.example", true],
  ["AAAA", "2001:DB8:0::7", "2001:db8::7", true],
  ["CAA", "0 issue letsencrypt.org", '0 issue "letsencrypt.org"', true],
  ["TXT", '"v=spf1 " "-all"', "v=spf1 -all", true],
  ["TXT", "SITE=abc", "site=ABC", true],
  ["MX", "10 mail.example", "20 mail.example", false],
])("asserts %s %j of the record %j in any spelling: %s", (type, value, record, isEqual) => {
  const passed = (operator: "equals" | "not_equals") =>
    judgeDnsAssertions(type, [{ type: "record_value", operator, value }], ["other", record], 0)[0]?.passed;
  expect([passed("equals"), passed("not_equals")]).toEqual([isEqual, !isEqual]);
});

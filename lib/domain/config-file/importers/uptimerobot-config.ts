import { RECORD_TYPES } from "@/lib/contract/protocols/dns";
import type { Entry } from "../entry";
import { cut } from "../fitting";
import { type Note, note } from "../note";
import { jsonComparison } from "./json-comparison";
import type { Target } from "./record-monitors";

const EXPECTED_MAX = 10;
const COMPARED: Readonly<Record<string, string>> = {
  equals: "==",
  not_equals: "!=",
  is_not_null: "!=",
  greater_than: ">",
  less_than: "<",
};

/** Returns a target for each type of record that a DNS monitor expects, or why there is none. */
export function dnsTargets(host: string, config: Entry, notes: Note[]): Target[] | string {
  const records = config.entry("dnsRecords");
  const types = records.keys().filter((type) => records.list(type).length > 0);
  const known = RECORD_TYPES.filter((type) => types.includes(type));
  const others = types.filter((type) => !RECORD_TYPES.some((each) => each === type)).join(", ");
  if (others !== "" && known.length === 0) return `It only expects ${cut(others, 100)} records.`;
  const note = (text: string) => notes.push({ field: "request.expected_values", text });
  if (others !== "") note(`The ${cut(others, 100)} records were left out.`);
  if (known.length === 0) note("It expects no records, so any A record will do.");
  else note("Records beyond the expected ones aren't reported.");
  return (known.length > 0 ? known : (["A"] as const)).map((record_type) => {
    const values = records.list(record_type).map(String);
    if (values.length > EXPECTED_MAX) note(`Only ${EXPECTED_MAX} ${record_type} records are expected.`);
    const expected_values = values.length > 0 ? values.slice(0, EXPECTED_MAX) : null;
    return { protocol: "dns", request: { host, record_type, expected_values } };
  });
}

/** Returns the target of a UDP monitor, or why there is none. */
export function udpTarget(host: string, port: string, config: Entry, notes: Note[]): Target | string {
  const udp = config.entry("udp");
  const payload = udp.text("payload");
  if (payload === "") return "It has no data to send, without which a UDP server doesn't reply.";
  if (udp.number("packetLossThreshold") !== null)
    note(notes, "request", "The packet loss that counts as down was left out.");
  return { protocol: "udp", request: { host, port, payload } };
}

/** Returns the assertions of an API monitor, and notes those that can't be mapped. */
export function apiAssertions(config: Entry, notes: Note[]) {
  const rules = config.entry("apiAssertions");
  const checks = rules.entries("checks");
  const isAny = rules.text("logic").toUpperCase() === "OR" && checks.length > 1;
  if (isAny)
    note(notes, "success_assertions", "Its JSON conditions were left out, because one of several is enough.");
  return checks.flatMap((check) => {
    const [path, comparison, target] = [
      check.text("property"),
      check.text("comparison"),
      check.value("target"),
    ];
    const sign = COMPARED[comparison] ?? comparison;
    const value = typeof target === "string" ? target : JSON.stringify(target ?? null);
    const found = comparison === "is_null" || isAny ? null : jsonComparison(path, sign, value);
    if (found) return [found];
    const text = `${cut([path, comparison].join(" "), 100)} isn't supported and was left out.`;
    if (!isAny) notes.push({ field: "success_assertions", text });
    return [];
  });
}

/** Returns the assertion of a keyword. An alert "when the keyword exists" means that a good response doesn't contain it. */
export function keywordAssertions(monitor: Entry, notes: Note[]) {
  const value = monitor.text("keyword_value", "keywordValue");
  const kind = monitor.text("keyword_type", "keywordType").toLowerCase();
  if (["0", "casesensitive"].includes(monitor.text("keyword_case_type", "keywordCaseType").toLowerCase()))
    note(notes, "success_assertions", "The keyword match ignores case.");
  const isBad = ["1", "alert_exists", "exists"].includes(kind);
  return [{ type: "response_body", operator: isBad ? "not_contains" : "contains", value }];
}

import type { AssertionResult } from "@/lib/contract/checks/check";
import type { DnsAssertion, DnsRequest } from "@/lib/contract/protocols/dns";
import { nameOf } from "@/lib/probes/net/resolver";
import { storableText } from "@/lib/shared/storable-text";
import { FORBIDDEN_IN_LINE } from "@/lib/shared/text/control-characters";

type RecordType = DnsRequest["record_type"];

const SHOWN_CHARS_MAX = 150;
const ACTUAL_CHARS_MAX = 300;
/** Record types that end with a host. People often leave out the numbers before it. */
const ENDS_IN_HOST: readonly RecordType[] = ["MX", "SRV"];

/** Returns the expected values that aren't among the records, as they were written. */
export function missingValues(
  type: RecordType,
  expected: readonly string[],
  records: readonly string[],
): string[] {
  const found = new Set(records.map((value) => normalized(type, value)));
  if (ENDS_IN_HOST.includes(type))
    for (const value of [...found]) found.add(value.slice(value.lastIndexOf(" ") + 1));
  return expected.filter((value) => !found.has(normalized(type, type === "TXT" ? unquoted(value) : value)));
}

/** Normalizes a value, so that different spellings of the same data are equal. TXT data is case-sensitive. */
function normalized(type: RecordType, value: string): string {
  switch (type) {
    case "A":
    case "TXT":
      return value;
    case "AAAA":
      return URL.parse(`http://[${value}]/`)?.hostname.slice(1, -1) ?? value;
    case "CAA":
      return words(value.replaceAll('"', "")).join(" ").toLowerCase();
    default:
      return words(value)
        .map((word) => (word === "." ? word : nameOf(word)))
        .join(" ");
  }
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** Joins the quoted strings of a TXT record, as zone files write them (RFC 1035 §5.1); other text stays as it is. */
function unquoted(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"')) return text;
  let joined = "";
  let isInside = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isInside = !isInside;
    else if (isInside) {
      if (text[at] === "\\") at += 1;
      joined += text[at] ?? "";
    }
  }
  return joined;
}

/** Evaluates the assertions against the records and the response time. */
export function judgeDnsAssertions(
  recordType: RecordType,
  assertions: readonly DnsAssertion[],
  records: readonly string[],
  tookUs: number,
): AssertionResult[] {
  return assertions.map((assertion) => {
    const { type, operator, value } = assertion;
    const said = { type, operator, selector: null };
    if (assertion.type === "response_time") {
      const passed = tookUs < Number(value) * 1000;
      return { ...said, expected: `${value} ms`, actual: `${(tookUs / 1000).toFixed(1)} ms`, passed };
    }
    const actual = records.length > 0 ? storableText(shownRecords(records), ACTUAL_CHARS_MAX) : null;
    return { ...said, expected: value, actual, passed: holds(recordType, assertion, records) };
  });
}

/** A value may be written in any spelling of the same data, such as a host with its final dot. */
function holds(
  recordType: RecordType,
  { operator, value }: DnsAssertion,
  records: readonly string[],
): boolean {
  const wanted = value.toLowerCase();
  const isFound = operator.endsWith("equals")
    ? records.some((record) => record.toLowerCase() === wanted) ||
      missingValues(recordType, [value], records).length === 0
    : records.some((record) => record.toLowerCase().includes(wanted));
  return isFound !== operator.startsWith("not_");
}

/** Returns a value without characters that would break the text around it. */
export function shownValue(value: string): string {
  if (!FORBIDDEN_IN_LINE.test(value)) return value;
  return [...value].map((char) => (FORBIDDEN_IN_LINE.test(char) ? "\uFFFD" : char)).join("");
}

function shownRecords(records: readonly string[]): string {
  return records.map(shownValue).join(", ");
}

/** Lists values in an error, shortened. */
export function listed(values: readonly string[]): string {
  const text = shownRecords(values);
  return text.length > SHOWN_CHARS_MAX ? `${text.slice(0, SHOWN_CHARS_MAX).toWellFormed()}…` : text;
}

import type { DomainRecord } from "@/lib/contract/status-pages/domain";

/** Proof that a domain belongs to a page. */
export interface DomainClaim {
  readonly domain: string;
  /** Hosts that a CNAME may point to, the recommended one first. */
  readonly hosts: readonly string[];
  /** Addresses of this server that count as proof; null when they couldn't be looked up. */
  readonly addresses: readonly string[] | null;
  /** The text of the TXT record, unique to the page and the domain. */
  readonly text: string;
}

/** The name servers' responses about a domain. */
export interface DomainAnswers {
  readonly records: readonly DomainRecord[];
  /** Whether every question was answered. */
  readonly isComplete: boolean;
}

/** The finding of a check. Silence proves nothing either way. */
export type DomainFinding =
  | { readonly kind: "proved" }
  | { readonly kind: "silent" }
  | { readonly kind: "unproved"; readonly problem: string; readonly hasRecords: boolean };

/** Returns the name of the TXT record that proves ownership of a domain. */
export function proofName(domain: string): string {
  return `_vedette.${domain}`;
}

/** Returns the records that prove the claim: the CNAME record, or the addresses, or the TXT record. */
export function wantedRecords({ domain, hosts, addresses, text }: DomainClaim): DomainRecord[] {
  const own = (addresses ?? []).map(
    (value): DomainRecord => ({ type: value.includes(":") ? "AAAA" : "A", name: domain, value }),
  );
  // A domain without a subdomain has other records, and a CNAME isn't allowed next to them (RFC 1034 §3.6.2).
  const hasOthers = domain.split(".").length === 2;
  const alias = hasOthers && own.length > 0 ? [] : hosts.slice(0, 1);
  return [
    ...alias.map((value): DomainRecord => ({ type: "CNAME", name: domain, value })),
    ...own,
    { type: "TXT", name: proofName(domain), value: text },
  ];
}

/** Evaluates the name servers' responses about a claim. */
export function judgeDomain(claim: DomainClaim, { records, isComplete }: DomainAnswers): DomainFinding {
  if (isProved(claim, records)) return { kind: "proved" };
  const hasAddress = records.some(isAddress);
  if (!isComplete || (claim.addresses === null && hasAddress)) return { kind: "silent" };
  const hasRecords = records.some(({ name }) => name === claim.domain);
  return { kind: "unproved", problem: problemOf(claim, records), hasRecords };
}

/** A single address elsewhere disproves the claim, because some visitors and the certificate authority would end up there. */
function isProved({ hosts, addresses, text }: DomainClaim, records: readonly DomainRecord[]): boolean {
  const names = hosts.map(plainName);
  if (records.some(({ type, value }) => type === "CNAME" && names.includes(plainName(value)))) return true;
  if (records.some(({ type, value }) => type === "TXT" && value === text)) return true;
  const found = records.filter(isAddress);
  return found.length > 0 && found.every(({ value }) => addresses?.includes(value) ?? false);
}

function problemOf(claim: DomainClaim, records: readonly DomainRecord[]): string {
  const wanted = wantedRecords(claim);
  const of = (type: DomainRecord["type"]) => wanted.filter((record) => record.type === type);
  const values = [...of("A"), ...of("AAAA")].map(({ value }) => value);
  const words = [
    ...of("CNAME").map(({ name, value }) => `a CNAME record ${name} → ${value}`),
    ...(values.length > 0 ? [`${addressRecords(wanted)} ${claim.domain} → ${values.join(" and ")}`] : []),
    ...of("TXT").map(({ name, value }) => `a TXT record ${name} with the text ${value}`),
  ];
  const found = records.filter(({ name }) => name === claim.domain);
  const aliases = found.filter(({ type }) => type === "CNAME");
  const shown = aliases.length > 0 ? aliases : found;
  const got = shown.map(({ type, value }) => `${type} ${plainName(value)}`).join(" and ") || "no record";
  return `The domain needs ${words.join(", or ")}; found ${got}.`;
}

function addressRecords(wanted: readonly DomainRecord[]): string {
  const types = [...new Set(wanted.filter(isAddress).map(({ type }) => type))];
  if (types.length > 1) return "A and AAAA records";
  return types[0] === "A" ? "an A record" : "an AAAA record";
}

function isAddress({ type }: DomainRecord): boolean {
  return type === "A" || type === "AAAA";
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

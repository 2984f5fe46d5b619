/** The DNS records found for a domain. */
export interface DomainRecords {
  readonly cname: readonly string[];
  readonly txt: readonly string[];
}

/** What proves that a domain belongs to a page: a CNAME to one of the targets, or the proof as a TXT record. */
export interface DomainClaim {
  readonly domain: string;
  readonly targets: readonly string[];
  readonly proof: string;
}

/** Returns the name of the TXT record that proves ownership of a domain. */
export function proofName(domain: string): string {
  return `_vedette.${domain}`;
}

/** Returns null if the records prove the claim. Otherwise describes what is missing and what was found. */
export function domainProblem(
  { domain, targets, proof }: DomainClaim,
  records: DomainRecords,
): string | null {
  const found = records.cname.map(plainName);
  if (targets.some((target) => found.includes(plainName(target)))) return null;
  if (records.txt.includes(proof)) return null;
  const cname = targets.length > 0 ? [`a CNAME record ${domain} → ${targets.join(" or ")}`] : [];
  const wanted = [...cname, `a TXT record ${proofName(domain)} with the text ${proof}`].join(", or ");
  const got = found[0] === undefined ? "found no CNAME record" : `found a CNAME record to ${found[0]}`;
  return `The domain needs ${wanted}; ${got}.`;
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

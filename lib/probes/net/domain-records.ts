import { Resolver } from "node:dns/promises";
import { type DomainRecords, proofName } from "@/lib/domain/status-pages/domain";

const QUERY_TIMEOUT_MS = 2000;
const QUERY_TRIES = 2;
const NO_RECORD = ["ENOTFOUND", "ENODATA"];

/** Any resolver for CNAME and TXT records. */
export interface RecordSource {
  resolveCname(name: string): Promise<string[]>;
  resolveTxt(name: string): Promise<string[][]>;
}

/** Returns the ownership records that a domain's name servers publish; null when they didn't answer. */
export async function domainRecords(
  domain: string,
  source: RecordSource = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES }),
): Promise<DomainRecords | null> {
  try {
    const [cname, txt] = await Promise.all([
      orNone(source.resolveCname(domain)),
      orNone(source.resolveTxt(proofName(domain))),
    ]);
    // A TXT record arrives in parts of up to 255 bytes (RFC 7208 §3.3 joins them without a space).
    return { cname, txt: txt.map((parts) => parts.join("")) };
  } catch {
    return null;
  }
}

async function orNone<Item>(query: Promise<Item[]>): Promise<Item[]> {
  try {
    return await query;
  } catch (error) {
    if (NO_RECORD.includes((error as { code?: string }).code ?? "")) return [];
    throw error;
  }
}

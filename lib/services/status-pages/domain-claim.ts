import { createHmac } from "node:crypto";
import type { DomainClaim } from "@/lib/domain/status-pages/domain-proof";
import { publicAddresses, type RecordLookup } from "@/lib/probes/net/domain-records";
import { shortAddress } from "@/lib/shared/address-ranges";
import { env, statusPagesHost } from "@/lib/shared/env";
import { derivedKey } from "@/lib/shared/secret";
import { hasSeveralOrganizations } from "@/lib/store/accounts/organizations";
import type { Tx } from "@/lib/store/core/tx";
import { selectDomainHolder } from "@/lib/store/status-pages/domains";
import type { StatusPageRow } from "@/lib/store/status-pages/pages";

const PROOF_CHARS = 32;

/** Returns the addresses at which visitors reach this server; null when name servers didn't answer. */
export async function ownAddresses(
  page: StatusPageRow,
  lookup: RecordLookup,
): Promise<readonly string[] | null> {
  return env().STATUS_PAGES_ADDRESSES ?? publicAddresses([...pageHosts(page), ...appHosts()], lookup);
}

/**
 * Returns the records that prove ownership of a page's domain.
 * - The TXT record names the page, so it always counts.
 * - A CNAME to the page's own host is as specific. But it may be left over from a page that was deleted, so it doesn't
 *   count for a domain that another project has proved.
 * - The app's host and addresses are the same for everyone. They count while one organization uses the installation,
 *   and later on for the project that has proved the domain.
 */
export async function claimOf(
  trx: Tx,
  page: StatusPageRow,
  domain: string,
  addresses: readonly string[] | null,
): Promise<DomainClaim> {
  const holder = await selectDomainHolder(trx, domain);
  const text = proofOf(page.id, domain);
  if (holder !== null && holder !== page.project_id) return { domain, hosts: [], addresses: [], text };
  const own = pageHosts(page);
  const isOpen = holder === null && (await hasSeveralOrganizations(trx));
  if (isOpen) return { domain, hosts: own, addresses: [], text };
  return {
    domain,
    hosts: [...own, ...appHosts().filter((host) => shortAddress(host) === null)],
    addresses,
    text,
  };
}

function pageHosts({ subdomain }: StatusPageRow): string[] {
  const parent = statusPagesHost();
  return parent === null ? [] : [`${subdomain}.${parent}`];
}

/** Returns the host or address of APP_URL. Without it no one else can reach the app by name. */
function appHosts(): string[] {
  const { APP_URL } = env();
  const host = APP_URL && new URL(APP_URL).hostname.replace(/^\[|\]$/g, "");
  return host && host !== "localhost" ? [host] : [];
}

/** Returns the text for a TXT record, unique to this page and domain. */
function proofOf(pageId: number, domain: string): string {
  const digest = createHmac("sha256", derivedKey("page domain")).update(`${pageId} ${domain}`).digest("hex");
  return `vedette-${digest.slice(0, PROOF_CHARS)}`;
}

import type { Certificate, CertificateFilter } from "@/lib/contract/checks/certificates";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { itemsOf, type Listed, type Page } from "@/lib/services/core/page";
import { isoSeconds, now } from "@/lib/shared/clock";
import { DAY_MS } from "@/lib/shared/durations";
import {
  type CertificateQuery,
  type ListedCertificateRow,
  type ProjectReach,
  selectCertificates,
} from "@/lib/store/checks/certificates";

/** Returns the certificates that checks found, newest first. */
export async function listCertificates(
  caller: Caller,
  filter: CertificateFilter,
  page: Page,
): Promise<Listed<Certificate>> {
  requirePermission(caller, "uptime:read");
  const reach = { organizationId: caller.organizationId, projectId: projectOf(caller) };
  return itemsOf(selectCertificates(queryOf(reach, filter), page), toCertificate);
}

function queryOf(
  reach: ProjectReach,
  { monitor_id: monitorIds = [], expires_within: days, active, sort = "-id" }: CertificateFilter,
): CertificateQuery {
  const expiresBefore = days === undefined ? null : new Date(now().getTime() + days * DAY_MS);
  const isActive = active === undefined ? null : active === "true";
  return { reach, monitorIds, expiresBefore, isActive, sort };
}

function toCertificate({
  expires_first_at: _at,
  expires_first_fingerprint: _fingerprint,
  ...row
}: ListedCertificateRow): Certificate {
  return {
    ...row,
    region: row.region as Certificate["region"],
    not_before: isoSeconds(row.not_before),
    not_after: isoSeconds(row.not_after),
    expires_at: isoSeconds(row.expires_at),
    chain: row.chain.map((link) => ({
      ...link,
      not_before: isoSeconds(new Date(link.not_before)),
      not_after: isoSeconds(new Date(link.not_after)),
    })),
    last_seen_at: isoSeconds(row.last_seen_at),
    created_at: isoSeconds(row.created_at),
    updated_at: isoSeconds(row.updated_at),
  };
}

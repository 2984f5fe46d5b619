import type { Certificate } from "@/lib/contract/certificates";
import { isoSeconds } from "@/lib/shared/clock";
import { type ListedCertificateRow, selectCertificates } from "@/lib/store/certificates";
import { type Caller, projectOf, requirePermission } from "./caller";
import type { Listed, Page } from "./page";

/** Certificates that checks saw, newest first. */
export async function listCertificates(
  caller: Caller,
  monitorIds: readonly number[],
  page: Page,
): Promise<Listed<Certificate>> {
  requirePermission(caller, "uptime:read");
  const { rows, total } = await selectCertificates(projectOf(caller), monitorIds, page.limit, page.offset);
  return { items: rows.map(toCertificate), total };
}

function toCertificate(row: ListedCertificateRow): Certificate {
  return {
    ...row,
    region: row.region as Certificate["region"],
    not_before: isoSeconds(row.not_before),
    not_after: isoSeconds(row.not_after),
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

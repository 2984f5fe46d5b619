import type { Certificate, CertificateFilter } from "@/lib/contract/checks/certificates";
import { concernsMonitor } from "@/lib/domain/alerting/alert-match";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import type { Listed, Page } from "@/lib/services/core/page";
import { isoSeconds, now } from "@/lib/shared/clock";
import { type AlertRuleRow, selectRulesFor } from "@/lib/store/alerting/alert-rules";
import { type ListedCertificateRow, selectCertificates } from "@/lib/store/checks/certificates";
import { tx } from "@/lib/store/core/tx";

const DAY_MS = 24 * 3600_000;

/** Returns the certificates that checks found, newest first. */
export async function listCertificates(
  caller: Caller,
  filter: CertificateFilter,
  page: Page,
): Promise<Listed<Certificate>> {
  requirePermission(caller, "uptime:read");
  const projectId = projectOf(caller);
  const reach = { organizationId: caller.organizationId, projectId };
  const [{ rows, total }, rules] = await Promise.all([
    selectCertificates(queryOf(projectId, filter), page.limit, page.offset),
    tx((trx) => selectRulesFor(trx, { ...reach, key: "uptime.monitor_certificate.expiring" })),
  ]);
  return { items: rows.map((row) => toCertificate(row, rules)), total };
}

function queryOf(
  projectId: number,
  { monitor_id: monitorIds = [], expires_within: days }: CertificateFilter,
) {
  const expiresBefore = days === undefined ? null : new Date(now().getTime() + days * DAY_MS);
  return { projectId, monitorIds, expiresBefore };
}

/** Returns the largest number of days before expiry at which an alert rule warns. */
function warnedDays({ monitor_id: id, tags }: ListedCertificateRow, rules: readonly AlertRuleRow[]) {
  const days = rules
    .filter((rule) => concernsMonitor(rule, { id, tags }))
    .map((rule) => Number(rule.event_settings?.days_before_expiry));
  return days.length > 0 ? Math.max(...days) : null;
}

function toCertificate({ tags, ...row }: ListedCertificateRow, rules: readonly AlertRuleRow[]): Certificate {
  return {
    ...row,
    warned_days: warnedDays({ tags, ...row }, rules),
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

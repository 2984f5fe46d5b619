import { createHmac } from "node:crypto";
import { invalidField, recordNotFound } from "@/lib/contract/core/errors";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import { domainProblem } from "@/lib/domain/status-pages/domain";
import { domainRecords, type RecordSource } from "@/lib/probes/net/domain-records";
import { audit } from "@/lib/services/core/audit";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { now } from "@/lib/shared/clock";
import { appUrl, env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { derivedKey } from "@/lib/shared/secret";
import { isDomainLive, isLocalDomain } from "@/lib/status-page/serve/addresses";
import { hasSeveralOrganizations } from "@/lib/store/accounts/organizations";
import { type Tx, tx } from "@/lib/store/core/tx";
import {
  lockStatusPage,
  type StatusPageChange,
  type StatusPageRow,
  selectStatusPage,
  updateStatusPageRow,
} from "@/lib/store/status-pages/pages";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { announcePage, readStatusPage } from "./pages";

const PROOF_CHARS = 32;

/** Queries the name servers now to verify the page's custom domain and stores the result. Throws 422 without a domain. */
export async function verifyPageDomain(
  caller: Caller,
  pageId: number,
  source?: RecordSource,
): Promise<StatusPage> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  const page = await selectStatusPage(projectId, pageId);
  if (!page) throw recordNotFound();
  const { domain } = page;
  if (domain === null) throw invalidField("domain", "The page has no domain to verify.");
  if (isLocalDomain(domain)) return readStatusPage(projectId, pageId);
  // Outside the transaction, because a slow name server must not keep a lock.
  const records = await domainRecords(domain, source);
  await tx(async (trx) => {
    const stored = await lockStatusPage(trx, projectId, pageId);
    if (!stored) throw recordNotFound();
    if (stored.domain !== domain) return;
    const claim = { domain, targets: await targetsOf(trx, stored), proof: proofOf(stored.id, domain) };
    const change = records ? outcomeOf(stored, domainProblem(claim, records)) : unanswered(stored);
    await updateStatusPageRow(trx, projectId, pageId, change);
    const subject = { type: "status_page", id: pageId };
    await audit(trx, caller, "status_page.domain_checked", subject, {
      name: stored.name,
      ...detailOf(change),
    });
    await requestPageRender(trx, projectId);
  });
  announcePage(projectId, pageId);
  return readStatusPage(projectId, pageId);
}

function outcomeOf(page: StatusPageRow, problem: string | null): StatusPageChange {
  if (problem !== null) return { domain_verified_at: null, domain_error: problem };
  return { domain_verified_at: page.domain_verified_at ?? now(), domain_error: null };
}

/** Handles unresponsive name servers. A verified domain stays verified, because silence proves nothing. */
function unanswered(page: StatusPageRow): StatusPageChange {
  log.warn("the name servers of a status page's domain did not respond", {
    page: page.id,
    domain: page.domain,
  });
  if (isDomainLive(page)) return {};
  return { domain_error: "The domain's name servers did not respond. Try again later." };
}

function detailOf({ domain_error }: StatusPageChange): Record<string, unknown> {
  return { error: domain_error ?? null };
}

/**
 * Returns where a CNAME of the domain may point. The page's own host is unique; the app's host is shared, so it proves ownership only if
 * one organization uses the installation.
 */
async function targetsOf(trx: Tx, page: StatusPageRow): Promise<string[]> {
  const parent = env().STATUS_PAGES_HOST?.split(":")[0];
  const own = parent ? [`${page.subdomain}.${parent}`] : [];
  return (await hasSeveralOrganizations(trx)) ? own : [...own, new URL(appUrl()).hostname];
}

/** Returns the text for a TXT record, unique to this page and domain. */
function proofOf(pageId: number, domain: string): string {
  const digest = createHmac("sha256", derivedKey("page domain")).update(`${pageId} ${domain}`).digest("hex");
  return `vedette-${digest.slice(0, PROOF_CHARS)}`;
}

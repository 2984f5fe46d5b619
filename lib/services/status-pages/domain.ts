import { found, invalidField } from "@/lib/contract/core/errors";
import type { DomainRecord } from "@/lib/contract/status-pages/domain";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import {
  type DomainLife,
  domainNews,
  isLocalDomain,
  newDomain,
  offlineAt,
  stepDomain,
} from "@/lib/domain/status-pages/domain-life";
import { type DomainAnswers, judgeDomain, wantedRecords } from "@/lib/domain/status-pages/domain-proof";
import { domainMessage } from "@/lib/notify/message/domain-message";
import { domainAnswers, type RecordLookup, recordLookup } from "@/lib/probes/net/domain-records";
import { audit } from "@/lib/services/core/audit";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { countPlaces } from "@/lib/services/monitors/target";
import { now } from "@/lib/shared/clock";
import { env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { addJob } from "@/lib/store/core/jobs";
import { type Tx, tx } from "@/lib/store/core/tx";
import {
  lifeColumns,
  lifeOf,
  selectDueDomains,
  selectPageOwners,
  writeDomainCheck,
  writeDomainHolder,
} from "@/lib/store/status-pages/domains";
import { lockStatusPage, type StatusPageRow, selectStatusPage } from "@/lib/store/status-pages/pages";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { claimOf, ownAddresses } from "./domain-claim";
import { announcePage, readStatusPage } from "./pages";

const DNS_PORT = 53;
const CHECKS_MAX = 500;
const CHECKS_AT_ONCE = 10;

/** The results of a check's lookups, from before it locked the page. */
interface Looked {
  readonly answers: DomainAnswers;
  readonly addresses: readonly string[] | null;
}

/** Queries the name servers now to verify the page's custom domain and stores the result. Throws 422 without a domain. */
export async function verifyStatusPageDomain(
  caller: Caller,
  pageId: number,
  lookup: RecordLookup = configuredLookup(),
): Promise<StatusPage> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  const page = found(await selectStatusPage(projectId, pageId));
  if (page.domain === null) throw invalidField("domain", "The page has no domain to verify.");
  const { domain } = page;
  await tx((trx) => countPlaces(trx, projectId, [{ host: domain, port: DNS_PORT }]));
  if (!isLocalDomain(page.domain)) await checkDomain(page, page.domain, lookup, caller);
  return readStatusPage(projectId, pageId);
}

/** Checks the custom domains that are due. A domain that fails to be checked doesn't stop the others. */
export async function checkDueDomains(lookup: RecordLookup = configuredLookup()): Promise<void> {
  const due = await selectDueDomains(now(), CHECKS_MAX);
  const next = async (): Promise<void> => {
    for (let page = due.shift(); page; page = due.shift()) {
      try {
        if (page.domain !== null) await checkDomain(page, page.domain, lookup, null);
      } catch (error) {
        log.error("could not check a status page's domain", { page: page.id, domain: page.domain, error });
      }
    }
  };
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, next));
}

function configuredLookup(): RecordLookup {
  return recordLookup(env().STATUS_PAGES_NAME_SERVERS);
}

/** Checks one domain; `caller` is null for a check that no one asked for. */
async function checkDomain(
  page: StatusPageRow,
  domain: string,
  lookup: RecordLookup,
  caller: Caller | null,
): Promise<void> {
  // Outside the transaction, because a slow name server must not keep a lock.
  const looked = isLocalDomain(domain) ? null : await lookUp(page, domain, lookup);
  const isChanged = await tx(async (trx) => {
    const stored = await lockStatusPage(trx, page.project_id, page.id);
    // It was edited, or checked by someone else, in the meantime.
    if (stored?.domain !== domain || (!caller && isNewer(stored, page))) return false;
    await settle(trx, stored, domain, looked, caller);
    return true;
  });
  if (isChanged) await announcePage(page.project_id, page.id);
}

async function lookUp(page: StatusPageRow, domain: string, lookup: RecordLookup): Promise<Looked> {
  const [answers, addresses] = await Promise.all([domainAnswers(domain, lookup), ownAddresses(page, lookup)]);
  return { answers, addresses };
}

function isNewer(stored: StatusPageRow, page: StatusPageRow): boolean {
  return stored.domain_checked_at?.getTime() !== page.domain_checked_at?.getTime();
}

/** Stores the findings of a check, and renders the page if its address changed. */
async function settle(
  trx: Tx,
  page: StatusPageRow,
  domain: string,
  looked: Looked | null,
  caller: Caller | null,
): Promise<void> {
  if (!looked) return writeDomainCheck(trx, page.id, lifeColumns(newDomain(domain, now())));
  const claim = await claimOf(trx, page, domain, looked.addresses);
  const finding = judgeDomain(claim, looked.answers);
  const before = lifeOf(page, domain);
  const life = stepDomain(before, finding, now(), caller !== null);
  const { answers } = looked;
  const records = wantedRecords(claim);
  const heard = answers.isComplete || answers.records.length > 0 ? answers.records : null;
  const isLive = life.phase === "active";
  await writeDomainCheck(trx, page.id, {
    ...lifeColumns(life),
    domain_verified_at: isLive ? (page.domain_verified_at ?? now()) : null,
    domain_dns: JSON.stringify({ records, answers: heard }),
  });
  await mailDomainNews(trx, page, domain, [before, life], { records, answers: answers.records });
  if (finding.kind === "proved") await writeDomainHolder(trx, domain, page.project_id, now());
  if (caller)
    await audit(
      trx,
      caller,
      "status_page.domain_checked",
      { type: "status_page", id: page.id },
      { name: page.name, error: life.error },
    );
  if (isLive === (page.domain_verified_at !== null)) return;
  log.info(isLive ? "a custom domain is verified" : "a custom domain lost its proof", {
    page: page.id,
    domain,
  });
  await requestPageRender(trx, page.project_id, page.id);
}

/** DNS records that are needed, and those that exist. */
interface Dns {
  readonly records: readonly DomainRecord[];
  readonly answers: readonly DomainRecord[];
}

/** Emails owners and admins once when a live domain has lost its proof, and once when it goes offline for that. */
async function mailDomainNews(
  trx: Tx,
  page: StatusPageRow,
  domain: string,
  [before, after]: readonly [DomainLife, DomainLife],
  dns: Dns,
): Promise<void> {
  if (domainNews(before, after) === null) return;
  const owners = await selectPageOwners(trx, page.id);
  const organizationId = owners[0]?.organization_id;
  if (organizationId === undefined) return;
  const message = domainMessage({
    pageId: page.id,
    name: page.name,
    domain,
    offlineAt: offlineAt(after),
    records: dns.records.map(({ type, name, value }) => `${type} ${name} → ${value}`),
    answers: dns.answers.map(({ type, value }) => `${type} ${value}`),
  });
  const to = owners.map(({ name, email }) => ({ name, email }));
  await addJob(trx, "system_mail", { organizationId, to, message }, { maxAttempts: 10 });
}

import type { DomainRecord } from "@/lib/contract/status-pages/domain";
import { type DomainLife, domainNews, offlineAt } from "@/lib/domain/status-pages/domain-life";
import { domainMessage } from "@/lib/notify/message/domain-message";
import { addJob } from "@/lib/store/core/jobs";
import type { Tx } from "@/lib/store/core/tx";
import { selectPageOwners } from "@/lib/store/status-pages/domains";
import type { StatusPageRow } from "@/lib/store/status-pages/pages";

/** What DNS needs and has. */
interface Dns {
  readonly records: readonly DomainRecord[];
  readonly answers: readonly DomainRecord[];
}

/** Emails owners and admins once when a live domain has lost its proof, and once when it goes offline for that. */
export async function mailDomainNews(
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

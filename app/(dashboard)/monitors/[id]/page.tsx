import { Suspense } from "react";
import { MonitorDetail } from "@/components/monitors/monitor-detail";
import { UsesCard } from "@/components/monitors/uses-card";
import { RecordElsewhere } from "@/components/shell/record-elsewhere";
import { monitorReads } from "@/lib/client/reads/monitor-reads";
import { routes } from "@/lib/client/routes";
import { idOf } from "@/lib/http/loaders/path-id";
import { loadAll, Prefetched, prefetch } from "@/lib/http/loaders/prefetch";
import { loadRecord } from "@/lib/http/loaders/record";
import { type SearchParams, toSearchParams } from "@/lib/http/loaders/search-params";
import { readResultView } from "@/lib/presenters/checks/result-view";

type Params = Promise<{ id: string }>;

const find = (monitorId: number) =>
  loadRecord("monitors", monitorId, routes.getMonitor, monitorReads(monitorId).monitor);

export async function generateMetadata({ params }: { params: Params }) {
  const { record } = await find(idOf((await params).id));
  return { title: record?.name ?? "Monitor" };
}

export default async function MonitorPage({
  params,
  searchParams,
}: {
  params: Params;
  searchParams: SearchParams;
}) {
  const monitorId = idOf((await params).id);
  const { elsewhere } = await find(monitorId);
  if (elsewhere) return <RecordElsewhere project={elsewhere} />;
  const reads = monitorReads(monitorId);
  const results = readResultView(await toSearchParams(searchParams));
  return (
    <Prefetched
      reads={[
        prefetch(routes.getMonitor, reads.monitor),
        prefetch(routes.listResults, reads.results(results)),
        prefetch(routes.listIncidents, reads.incidents),
        prefetch(routes.getMonitorReport, reads.report),
        prefetch(routes.getStrips, reads.strip),
        prefetch(routes.listCertificates, reads.certificates),
      ]}
    >
      <MonitorDetail
        monitorId={monitorId}
        uses={
          <Suspense>
            <Uses monitorId={monitorId} />
          </Suspense>
        }
      />
    </Prefetched>
  );
}

/** Arrives after the rest of the page, because it's last on it. */
async function Uses({ monitorId }: { monitorId: number }) {
  const [{ record }, rules, integrations, pages] = await Promise.all([
    find(monitorId),
    loadAll(routes.listAlertRules),
    loadAll(routes.listAllIntegrations),
    loadAll(routes.listStatusPages),
  ]);
  return (
    record && (
      <UsesCard monitor={record} rules={rules.data} integrations={integrations.data} pages={pages.data} />
    )
  );
}

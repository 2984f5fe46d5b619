import { MonitorDetail } from "@/components/monitors/monitor-detail";
import { monitorReads } from "@/lib/client/monitor-reads";
import { routes } from "@/lib/client/routes";
import { load } from "@/lib/queries/load";
import { idOf } from "@/lib/queries/path-id";
import { Seed, want } from "@/lib/queries/seed";

type Params = Promise<{ id: string }>;

export async function generateMetadata({ params }: { params: Params }) {
  const monitor = await load(routes.getMonitor, { params: { monitorId: idOf((await params).id) } });
  return { title: monitor.name };
}

export default async function MonitorPage({ params }: { params: Params }) {
  const monitorId = idOf((await params).id);
  const reads = monitorReads(monitorId);
  return (
    <Seed
      wants={[
        want(routes.getMonitor, reads.monitor),
        want(routes.listResults, reads.results),
        want(routes.listIncidents, reads.incidents),
        want(routes.getMonitorReport, reads.report),
        want(routes.listCertificates, reads.certificates),
      ]}
    >
      <MonitorDetail monitorId={monitorId} />
    </Seed>
  );
}

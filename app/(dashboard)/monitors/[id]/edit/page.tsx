import { MonitorForm } from "@/components/monitors/monitor-form";
import { PageHeader } from "@/components/ui/page-header";
import { routes } from "@/lib/client/routes";
import { load } from "@/lib/queries/load";
import { monitorFormInfo } from "@/lib/queries/monitor-form-info";
import { idOf } from "@/lib/queries/path-id";
import { draftOf } from "@/lib/views/monitor-form";

export const metadata = { title: "Edit monitor" };

export default async function EditMonitorPage({ params }: { params: Promise<{ id: string }> }) {
  const monitorId = idOf((await params).id);
  const monitor = await load(routes.getMonitor, { params: { monitorId } });
  return (
    <>
      <PageHeader title="Edit monitor" back={{ href: `/monitors/${monitorId}`, label: monitor.name }} />
      <MonitorForm initial={draftOf(monitor)} info={monitorFormInfo()} monitorId={monitorId} />
    </>
  );
}

import { MonitorForm } from "@/components/monitors/monitor-form";
import { RecordElsewhere } from "@/components/shell/record-elsewhere";
import { PageHeader } from "@/components/ui/page-header";
import { routes } from "@/lib/client/routes";
import { monitorFormInfo } from "@/lib/http/loaders/monitor-form-info";
import { idOf } from "@/lib/http/loaders/path-id";
import { loadRecord } from "@/lib/http/loaders/record";
import { draftOf } from "@/lib/presenters/monitors/initial-draft";

export const metadata = { title: "Edit monitor" };

export default async function EditMonitorPage({ params }: { params: Promise<{ id: string }> }) {
  const monitorId = idOf((await params).id);
  const { record: monitor, elsewhere } = await loadRecord("monitors", monitorId, routes.getMonitor, {
    params: { monitorId },
  });
  if (elsewhere) return <RecordElsewhere project={elsewhere} />;
  return (
    <>
      <PageHeader title="Edit monitor" back={{ href: `/monitors/${monitorId}`, label: monitor.name }} />
      <MonitorForm initial={draftOf(monitor)} info={monitorFormInfo()} monitorId={monitorId} />
    </>
  );
}

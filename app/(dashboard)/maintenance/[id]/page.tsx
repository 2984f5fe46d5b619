import { WindowDetail } from "@/components/maintenance/window-detail";
import { RecordElsewhere } from "@/components/shell/record-elsewhere";
import { windowReads } from "@/lib/client/reads/window-reads";
import { routes } from "@/lib/client/routes";
import { idOf } from "@/lib/http/loaders/path-id";
import { Prefetched, prefetch } from "@/lib/http/loaders/prefetch";
import { loadRecord } from "@/lib/http/loaders/record";

type Params = Promise<{ id: string }>;

const find = (id: number) => loadRecord("maintenance", id, routes.getMaintenanceWindow, windowReads.one(id));

export async function generateMetadata({ params }: { params: Params }) {
  const { record } = await find(idOf((await params).id));
  return { title: record?.title ?? "Maintenance" };
}

export default async function MaintenanceWindowPage({ params }: { params: Params }) {
  const id = idOf((await params).id);
  const { elsewhere } = await find(id);
  if (elsewhere) return <RecordElsewhere project={elsewhere} />;
  return (
    <Prefetched reads={[prefetch(routes.getMaintenanceWindow, windowReads.one(id))]}>
      <WindowDetail windowId={id} />
    </Prefetched>
  );
}

import { MaintenancePage } from "@/components/maintenance/maintenance-page";
import { pickerReads } from "@/lib/client/reads/monitor-reads";
import { windowReads, windowView } from "@/lib/client/reads/window-reads";
import { routes } from "@/lib/client/routes";
import { Prefetched, prefetch, prefetchAll } from "@/lib/http/loaders/prefetch";
import { type SearchParams, toSearchParams } from "@/lib/http/loaders/search-params";

export const metadata = { title: "Maintenance" };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const view = windowView(await toSearchParams(searchParams));
  return (
    <Prefetched
      reads={[
        prefetch(routes.listMaintenanceWindows, windowReads.coming(view)),
        prefetch(routes.listMaintenanceWindows, windowReads.past(view)),
        prefetch(routes.listMonitors, pickerReads()),
        prefetchAll(routes.listStatusPages),
      ]}
    >
      <MaintenancePage />
    </Prefetched>
  );
}

import { MaintenancePage } from "@/components/maintenance/maintenance-page";
import { pickerReads } from "@/lib/client/reads/monitor-reads";
import { windowReads, windowView } from "@/lib/client/reads/window-reads";
import { routes } from "@/lib/client/routes";
import { type SearchParams, toSearchParams } from "@/lib/http/loaders/search-params";
import { Seed, want, wantAll } from "@/lib/http/loaders/seed";

export const metadata = { title: "Maintenance" };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const view = windowView(await toSearchParams(searchParams));
  return (
    <Seed
      wants={[
        want(routes.listMaintenanceWindows, windowReads.coming(view.coming)),
        want(routes.listMaintenanceWindows, windowReads.past(view.past)),
        want(routes.listMonitors, pickerReads()),
        wantAll(routes.listStatusPages, windowReads.pages),
      ]}
    >
      <MaintenancePage />
    </Seed>
  );
}

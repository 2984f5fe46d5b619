import { MonitorList } from "@/components/monitors/monitor-list";
import { routes } from "@/lib/client/routes";
import { load } from "@/lib/queries/load";
import { type SearchParams, toSearchParams } from "@/lib/queries/search-params";
import { Seed, want } from "@/lib/queries/seed";
import { monitorListInput, readFilter } from "@/lib/views/monitor-filter";

export const metadata = { title: "Monitors" };

export default async function MonitorsPage({ searchParams }: { searchParams: SearchParams }) {
  const input = monitorListInput(readFilter(await toSearchParams(searchParams)));
  const page = await load(routes.listMonitors, input);
  const ids = page.data.map((monitor) => String(monitor.id));
  const strips = ids.length > 0 ? [want(routes.getStrips, { query: { monitor_id: ids } })] : [];
  return (
    <Seed
      wants={[
        want(routes.listMonitors, input),
        want(routes.listTags, { query: { per_page: 100 } }),
        ...strips,
      ]}
    >
      <MonitorList />
    </Seed>
  );
}

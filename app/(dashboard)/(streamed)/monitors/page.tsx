import { MonitorList } from "@/components/monitors/monitor-list";
import { monitorTags } from "@/lib/client/monitor-reads";
import { routes } from "@/lib/client/routes";
import { PROTOCOL_NAMES } from "@/lib/contract/protocols/lookup";
import { load } from "@/lib/http/loaders/load";
import { type SearchParams, toSearchParams } from "@/lib/http/loaders/search-params";
import { Seed, want, wantAll } from "@/lib/http/loaders/seed";
import { monitorListInput, readFilter } from "@/lib/presenters/monitors/filter";

export const metadata = { title: "Monitors" };

export default async function MonitorsPage({ searchParams }: { searchParams: SearchParams }) {
  const input = monitorListInput(readFilter(await toSearchParams(searchParams), PROTOCOL_NAMES));
  const page = await load(routes.listMonitors, input);
  const ids = page.data.map((monitor) => String(monitor.id));
  const strips = ids.length > 0 ? [want(routes.getStrips, { query: { monitor_id: ids } })] : [];
  return (
    <Seed wants={[want(routes.listMonitors, input), wantAll(routes.listTags, monitorTags), ...strips]}>
      <MonitorList />
    </Seed>
  );
}

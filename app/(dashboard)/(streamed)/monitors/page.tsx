import { MonitorList } from "@/components/monitors/monitor-list";
import { Welcome } from "@/components/overview/welcome";
import { routes } from "@/lib/client/routes";
import { PROTOCOL_NAMES } from "@/lib/contract/protocols/lookup";
import { load } from "@/lib/http/loaders/load";
import { sendsMail } from "@/lib/http/loaders/mail";
import { Prefetched, prefetch, prefetchAll } from "@/lib/http/loaders/prefetch";
import { type SearchParams, toSearchParams } from "@/lib/http/loaders/search-params";
import { loadViewer } from "@/lib/http/loaders/viewer";
import { isFiltered, monitorListInput, readFilter } from "@/lib/presenters/monitors/filter";

export const metadata = { title: "Monitors" };

export default async function MonitorsPage({ searchParams }: { searchParams: SearchParams }) {
  const filter = readFilter(await toSearchParams(searchParams), PROTOCOL_NAMES);
  const input = monitorListInput(filter);
  const page = await load(routes.listMonitors, input);
  if (page.meta.total === 0 && !isFiltered(filter))
    return <Welcome viewer={await loadViewer()} hasMail={sendsMail()} />;
  const ids = page.data.map((monitor) => String(monitor.id));
  const strips = ids.length > 0 ? [prefetch(routes.getStrips, { query: { monitor_id: ids } })] : [];
  return (
    <Prefetched reads={[prefetch(routes.listMonitors, input), prefetchAll(routes.listTags), ...strips]}>
      <MonitorList />
    </Prefetched>
  );
}

import { Overview } from "@/components/overview/overview";
import { Welcome } from "@/components/overview/welcome";
import { overviewReads } from "@/lib/client/reads/overview-reads";
import { routes } from "@/lib/client/routes";
import { load } from "@/lib/http/loaders/load";
import { sendsMail } from "@/lib/http/loaders/mail";
import { Prefetched, prefetch } from "@/lib/http/loaders/prefetch";
import { loadViewer } from "@/lib/http/loaders/viewer";
import { monitorTotal } from "@/lib/presenters/reports/overview";

export const metadata = { title: "Overview" };

export default async function OverviewPage() {
  const { monitors } = await load(routes.getOverview);
  if (monitorTotal(monitors) === 0) return <Welcome viewer={await loadViewer()} hasMail={sendsMail()} />;
  const day = overviewReads.day(monitorTotal(monitors));
  const ids = (await load(routes.listMonitors, day)).data.map(({ id }) => String(id));
  const strips = ids.length > 0 ? [prefetch(routes.getStrips, { query: { monitor_id: ids } })] : [];
  return (
    <Prefetched reads={[prefetch(routes.getOverview), prefetch(routes.listMonitors, day), ...strips]}>
      <Overview away={await load(routes.getAway)} />
    </Prefetched>
  );
}

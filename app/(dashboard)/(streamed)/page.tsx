import { FirstRun } from "@/components/accounts/first-run";
import { Overview } from "@/components/shell/overview";
import { OVERVIEW_READS } from "@/lib/client/overview-reads";
import { routes } from "@/lib/client/routes";
import { load } from "@/lib/http/loaders/load";
import { sendsMail } from "@/lib/http/loaders/mail";
import { Seed, want } from "@/lib/http/loaders/seed";
import { loadViewer } from "@/lib/http/loaders/viewer";

export const metadata = { title: "Overview" };

export default async function OverviewPage() {
  const any = await load(routes.listMonitors, { query: { per_page: 1 } });
  if (any.data.length === 0) return <FirstRun viewer={await loadViewer()} hasMail={sendsMail()} />;
  const { monitors, openIncidents, certificates } = OVERVIEW_READS;
  return (
    <Seed
      wants={[
        want(routes.listMonitors, monitors),
        want(routes.listIncidents, openIncidents),
        want(routes.listCertificates, certificates),
      ]}
    >
      <Overview />
    </Seed>
  );
}

import { Overview, Welcome } from "@/components/shell/overview/overview";
import { routes } from "@/lib/client/routes";
import { load } from "@/lib/http/loaders/load";
import { sendsMail } from "@/lib/http/loaders/mail";
import { Seed, want } from "@/lib/http/loaders/seed";
import { loadViewer } from "@/lib/http/loaders/viewer";
import { monitorTotal } from "@/lib/presenters/reports/overview";

export const metadata = { title: "Overview" };

export default async function OverviewPage() {
  const { monitors } = await load(routes.getOverview);
  if (monitorTotal(monitors) === 0) return <Welcome viewer={await loadViewer()} hasMail={sendsMail()} />;
  return (
    <Seed wants={[want(routes.getOverview)]}>
      <Overview />
    </Seed>
  );
}

import { MonitorForm } from "@/components/monitors/monitor-form";
import { PageHeader } from "@/components/ui/page-header";
import { routes } from "@/lib/client/routes";
import { load } from "@/lib/http/loaders/load";
import { monitorFormInfo } from "@/lib/http/loaders/monitor-form-info";
import { type SearchParams, toSearchParams } from "@/lib/http/loaders/search-params";
import { copyOf, newDraft } from "@/lib/presenters/monitors/initial-draft";

export const metadata = { title: "Create monitor" };

/** Renders the form for a new monitor. `?clone=<id>` copies an existing one. */
export default async function NewMonitorPage({ searchParams }: { searchParams: SearchParams }) {
  const clone = Number((await toSearchParams(searchParams)).get("clone"));
  const initial =
    clone > 0
      ? copyOf(await load(routes.getMonitor, { params: { monitorId: clone } }))
      : newDraft(await load(routes.getMonitorDefaults));
  return (
    <>
      <PageHeader title="Create monitor" back={{ href: "/monitors", label: "Monitors" }} />
      <MonitorForm initial={initial} info={monitorFormInfo()} />
    </>
  );
}

"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Wrench } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useOwnZone } from "@/components/forms/own-zone";
import { ActionButton } from "@/components/page/action-button";
import { CREATE } from "@/components/page/create-actions";
import { Card } from "@/components/ui/card";
import { Empty } from "@/components/ui/empty";
import { Segmented } from "@/components/ui/input";
import { lazyPart } from "@/components/ui/lazy-part";
import { Dialog } from "@/components/ui/overlays/dialog";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { Skeleton } from "@/components/ui/skeleton";
import { query } from "@/lib/client/query";
import { type WindowView, windowReads, windowsAddress, windowView } from "@/lib/client/reads/window-reads";
import { routes } from "@/lib/client/routes";
import type { MaintenanceWindow } from "@/lib/contract/maintenance/windows";
import type { PageMeta } from "@/lib/presenters/core/page-range";
import { readMonth } from "@/lib/presenters/maintenance/calendar";
import { now } from "@/lib/shared/clock";
import { CalendarCard } from "./calendar-card";
import { WindowFilters } from "./window-filters";
import { WindowRow } from "./window-row";

const WindowForm = lazyPart(async () => (await import("./window-form")).WindowForm);

const VIEWS = [
  { value: "list", label: "List" },
  { value: "calendar", label: "Calendar" },
] as const;

export function MaintenancePage() {
  const search = new URLSearchParams(useSearchParams());
  const view = windowView(search);
  const creating = search.has("new");
  const zone = useOwnZone();
  const coming = useQuery({
    ...query(routes.listMaintenanceWindows, windowReads.coming(view)),
    placeholderData: keepPreviousData,
  });
  const past = useQuery({
    ...query(routes.listMaintenanceWindows, windowReads.past(view)),
    placeholderData: keepPreviousData,
  });
  const isFiltered = view.search !== "" || view.tag !== "";
  const goTo = (part: Partial<WindowView>) =>
    window.history.replaceState(null, "", windowsAddress({ ...view, ...part }));
  return (
    <>
      <PageHeader title="Maintenance">
        <Segmented
          name="view"
          label="View"
          value={view.month === null ? "list" : "calendar"}
          options={VIEWS}
          onChange={(next) => goTo({ month: next === "list" ? null : readMonth(null, now(), zone ?? "UTC") })}
        />
        <ActionButton action={CREATE.window} variant="primary" />
      </PageHeader>
      {view.month !== null && zone && (
        <CalendarCard
          month={readMonth(view.month, now(), zone)}
          zone={zone}
          onMonth={(month) => goTo({ month })}
        />
      )}
      {view.month === null && (
        <WindowFilters view={view} onChange={(part) => goTo({ coming: 1, past: 1, ...part })} />
      )}
      <div className={view.month === null ? "space-y-4" : "hidden"}>
        <Card title="Current and upcoming" flush>
          {coming.data?.data.length === 0 && isFiltered ? (
            <p className="px-4 py-6 text-muted">No maintenance matches</p>
          ) : coming.data?.data.length === 0 && view.coming === 1 ? (
            <Empty
              icon={<Wrench />}
              title="No maintenance scheduled"
              action={<ActionButton action={CREATE.window} />}
            >
              Announce planned work on your status pages, and pause monitors or mute alerts while it runs.
            </Empty>
          ) : (
            <WindowRows list={coming.data} onPage={(page) => goTo({ coming: page })} />
          )}
        </Card>
        {(view.past > 1 || (past.data?.data.length ?? 0) > 0) && (
          <Card title="Past" flush>
            <WindowRows list={past.data} onPage={(page) => goTo({ past: page })} />
          </Card>
        )}
      </div>
      <Dialog open={creating} onClose={() => goTo({})} title="Schedule maintenance" wide>
        <WindowForm onDone={() => goTo({})} />
      </Dialog>
    </>
  );
}

interface Windows {
  data: MaintenanceWindow[];
  meta: PageMeta;
  links: { next: string | null };
}

/** Lists one page of maintenance windows with a pager. */
function WindowRows({ list, onPage }: { list: Windows | undefined; onPage: (page: number) => void }) {
  if (!list) return <Skeleton lines={3} />;
  return (
    <>
      <ul>
        {list.data.map((each) => (
          <WindowRow key={each.id} window={each} />
        ))}
      </ul>
      <Pager meta={list.meta} hasNext={list.links.next !== null} onPage={onPage} />
    </>
  );
}

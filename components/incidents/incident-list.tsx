"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { TestIncidentButton } from "@/components/alerting/test-incident-button";
import { SavedFilters } from "@/components/forms/saved-filters";
import { useShownPages } from "@/components/forms/use-shown-pages";
import { useUrlFilter } from "@/components/forms/use-url-filter";
import { ActionButton } from "@/components/page/action-button";
import { CREATE } from "@/components/page/create-actions";
import { Card } from "@/components/ui/card";
import { Empty } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { Skeleton } from "@/components/ui/skeleton";
import { query } from "@/lib/client/query";
import { incidentReads } from "@/lib/client/reads/incident-reads";
import type { Page } from "@/lib/client/route";
import { routes } from "@/lib/client/routes";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { totalText } from "@/lib/presenters/core/page-range";
import {
  incidentSearch,
  incidentsAddress,
  isFilteredIncidents,
  readIncidentFilter,
} from "@/lib/presenters/incidents/filter";
import type { ShownPage } from "@/lib/presenters/status-pages/shown-pages";
import { IncidentFilters } from "./incident-filters";
import { IncidentTable } from "./incident-table";

/** Lists the open incidents, then the past ones. */
export function IncidentList() {
  const pages = useShownPages();
  const [filter, show] = useUrlFilter(readIncidentFilter, incidentsAddress);
  const open = useQuery({
    ...query(routes.listIncidents, incidentReads.open(filter)),
    placeholderData: keepPreviousData,
  });
  const past = useQuery({
    ...query(routes.listIncidents, incidentReads.past(filter)),
    placeholderData: keepPreviousData,
  });
  const isFiltered = isFilteredIncidents(filter);
  const none = open.data?.meta.total === 0 && past.data?.meta.total === 0 && !isFiltered;
  return (
    <>
      <PageHeader title="Incidents">
        <ActionButton action={CREATE.incident} variant="primary" />
      </PageHeader>
      {none ? (
        <Card flush>
          <Empty icon={<ShieldCheck />} title="Nothing has broken yet" action={<TestIncidentButton />}>
            When a monitor fails, Vedette opens an incident here with the cause and the affected regions.
          </Empty>
        </Card>
      ) : (
        <>
          <IncidentFilters
            filter={filter}
            onChange={(change) => show({ ...filter, openPage: 1, page: 1, ...change })}
          >
            <SavedFilters
              list="incidents"
              current={incidentSearch({ ...filter, openPage: 1, page: 1 })}
              onApply={(query) => show(readIncidentFilter(query))}
            />
          </IncidentFilters>
          <div className="space-y-4">
            <Part
              title="Open"
              pages={pages}
              list={open.data}
              empty={isFiltered ? "No open incidents match" : "No open incidents"}
              onPage={(openPage) => show({ ...filter, openPage })}
            />
            <Part
              title="Past"
              pages={pages}
              list={past.data}
              empty={isFiltered ? "No past incidents match" : "No past incidents"}
              onPage={(page) => show({ ...filter, page })}
            />
          </div>
        </>
      )}
    </>
  );
}

/** Shows one page of the open or the past incidents, with the number of all of them. */
function Part({
  title,
  pages,
  list,
  empty,
  onPage,
}: {
  title: string;
  pages: readonly ShownPage[] | null;
  list: Page<Incident> | undefined;
  empty: string;
  onPage: (page: number) => void;
}) {
  const total = list?.meta.total ?? 0;
  return (
    <Card title={total > 0 ? `${title} · ${totalText(total)}` : title} flush>
      {!list && <Skeleton lines={3} />}
      {list?.data.length === 0 && <p className="px-4 py-6 text-muted">{empty}</p>}
      {list && list.data.length > 0 && (
        <IncidentTable label={`${title} incidents`} incidents={list.data} pages={pages ?? []} />
      )}
      {list && (
        <Pager
          label={`Pages of ${title.toLowerCase()} incidents`}
          meta={list.meta}
          hasNext={list.links.next !== null}
          onPage={onPage}
        />
      )}
    </Card>
  );
}

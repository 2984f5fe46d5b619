"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Activity, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { SavedFilters } from "@/components/forms/saved-filters";
import { useUrlFilter } from "@/components/forms/use-url-filter";
import { ActionButton } from "@/components/page/action-button";
import { CREATE } from "@/components/page/create-actions";
import { useProtocols } from "@/components/page/protocols";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Empty } from "@/components/ui/empty";
import { Check } from "@/components/ui/input";
import { Later } from "@/components/ui/later";
import { laterPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { Skeleton } from "@/components/ui/skeleton";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { totalText } from "@/lib/presenters/core/page-range";
import {
  filterSearch,
  isFiltered,
  type MonitorListFilter,
  monitorListInput,
  readFilter,
} from "@/lib/presenters/monitors/filter";
import { MonitorFilters } from "./monitor-filters";
import { MonitorTable } from "./monitor-table";

// Shown only after a selection, so it stays out of the initial script.
const BulkBar = laterPart(() => import("./bulk-bar"));

export function MonitorList() {
  const names = useProtocols().map(({ name }) => name);
  const [filter, show] = useUrlFilter(
    (search) => readFilter(search, names),
    (next) => `/monitors${filterSearch(next)}`,
  );
  const change = (part: Partial<MonitorListFilter>) => show({ ...filter, page: 1, ...part });
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [selecting, setSelecting] = useState(false);
  const page = useQuery({
    ...query(routes.listMonitors, monitorListInput(filter)),
    placeholderData: keepPreviousData,
  });
  const monitors = page.data?.data ?? [];
  const ids = monitors.map((monitor) => monitor.id);
  const strips = useQuery({
    ...query(routes.getStrips, { query: { monitor_id: ids.map(String) } }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const total = page.data?.meta.total ?? 0;
  const filtered = isFiltered(filter);
  const clear = () => {
    setSelected(new Set());
    setSelecting(false);
  };
  return (
    <>
      <PageHeader
        title="Monitors"
        note={page.data && `${totalText(total)} ${filtered ? "match" : "in this project"}`}
      >
        <Button
          variant="quiet"
          className="md:hidden"
          aria-pressed={selecting}
          onClick={() => (selecting ? clear() : setSelecting(true))}
        >
          {selecting ? "Cancel" : "Select"}
        </Button>
        <ButtonLink variant="quiet" className="max-md:hidden" href="/monitors/certificates">
          <ShieldCheck /> Certificates
        </ButtonLink>
        <ActionButton action={CREATE.monitor} variant="primary" />
      </PageHeader>
      <MonitorFilters filter={filter} onChange={change}>
        <SavedFilters
          list="monitors"
          current={filterSearch({ ...filter, page: 1 }).slice(1)}
          onApply={(query) => change(readFilter(query, names))}
        />
      </MonitorFilters>
      <Card flush>
        {page.isPending && <Skeleton lines={8} />}
        {page.isSuccess && monitors.length === 0 && (
          <Empty
            icon={<Activity />}
            title={filtered ? "No monitors match these filters" : "No monitors yet"}
            action={
              filtered ? (
                <Button onClick={() => change({ search: "", status: [], protocol: [], tag: [], region: [] })}>
                  Clear filters
                </Button>
              ) : (
                <ButtonLink href="/" variant="primary">
                  Create monitor
                </ButtonLink>
              )
            }
          />
        )}
        {selecting && <SelectAll ids={ids} selected={selected} onSelect={setSelected} />}
        {monitors.length > 0 && (
          <MonitorTable
            monitors={monitors}
            strips={strips.data?.strips ?? []}
            sort={filter.sort}
            onSort={(sort) => change({ sort })}
            selected={selected}
            selecting={selecting}
            onSelect={setSelected}
          />
        )}
        {page.data && (
          <Pager
            meta={page.data.meta}
            hasNext={page.data.links.next !== null}
            onPage={(to) => change({ page: to })}
          />
        )}
      </Card>
      {selected.size > 0 && (
        <Later>
          <BulkBar selected={selected} filter={filter} shown={ids} total={total} onDone={clear} />
        </Later>
      )}
    </>
  );
}

/** Selects every monitor of the page on phones, where the table has no head. */
function SelectAll({
  ids,
  selected,
  onSelect,
}: {
  ids: readonly number[];
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
}) {
  const all = ids.length > 0 && ids.every((id) => selected.has(id));
  return (
    <div className="border-b border-line px-4 py-3 md:hidden">
      <Check
        label="Select all on this page"
        checked={all}
        onChange={() => onSelect(all ? new Set() : new Set(ids))}
      />
    </div>
  );
}

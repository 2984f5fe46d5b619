"use client";
import { useQuery } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { useOwnZone } from "@/components/forms/own-zone";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ExchangeView } from "@/components/ui/exchange-view";
import { Input, Options, Select } from "@/components/ui/input";
import { Pager } from "@/components/ui/pager";
import { query } from "@/lib/client/query";
import { monitorReads, RESULTS_PER_PAGE } from "@/lib/client/reads/monitor-reads";
import { routes } from "@/lib/client/routes";
import type { Result } from "@/lib/contract/checks/results";
import { regionOf } from "@/lib/contract/core/region-names";
import type { RegionName } from "@/lib/contract/core/regions";
import type { Incident } from "@/lib/contract/incidents/incidents";
import {
  ALL_RESULTS,
  kindsOf,
  periodFrom,
  type ResultView,
  readResultView,
  resultsHref,
} from "@/lib/presenters/checks/result-view";
import { isoOf, localInput } from "@/lib/presenters/core/moment-input";
import { regionLabelAmong } from "@/lib/presenters/monitors/region-labels";
import { ResultRows } from "./result-rows";

/** Lists the checks of a monitor, which the URL filters. Each expands to its phases, assertions, request, and response. */
export function ResultsCard({
  monitorId,
  regions,
  isReported,
  incident,
}: {
  monitorId: number;
  regions: readonly RegionName[];
  /** Whether no region checks it. */
  isReported: boolean;
  /** The open incident, whose page shows the request and response. */
  incident: Incident | undefined;
}) {
  const params = useSearchParams();
  const view = readResultView(params);
  const href = resultsHref(view);
  // The cursor of each page; cursors stay valid while new results arrive.
  const [paged, setPaged] = useState<{ href: string; cursors: readonly string[] }>({ href, cursors: [] });
  const cursors = paged.href === href ? paged.cursors : [];
  const { data: shown, isPlaceholderData } = useQuery({
    ...query(routes.listResults, monitorReads(monitorId).results(view, cursors.at(-1))),
    placeholderData: (before) => before,
  });
  const isFiltered = href !== resultsHref(ALL_RESULTS);
  const results = shown?.data ?? [];
  if (!shown || (results.length === 0 && !isFiltered && cursors.length === 0)) return null;
  const next = shown.meta.next_cursor;
  const before = cursors.length * RESULTS_PER_PAGE;
  return (
    <div id="results" className="scroll-mt-4">
      <Card title={isReported ? "Results" : "Checks"} flush>
        <ResultFilters view={view} regions={regions} isReported={isReported} params={params} />
        {results.length === 0 && (
          <p className="border-t border-line p-4 text-muted">
            {isReported
              ? "No results match. Failures are kept for 30 days, other results for less time."
              : "No checks match. Failures are kept for 30 days with their request and response, other checks for less time."}
          </p>
        )}
        <ResultRows
          results={results}
          group="result"
          open={isFiltered && results.length === 1}
          isChecked={!isReported}
          times={view.from || view.to ? "date" : "ago"}
          more={(result) => <More result={result} incident={incident} />}
        />
        <Pager
          meta={{
            current_page: cursors.length + 1,
            from: results.length === 0 ? null : before + 1,
            to: results.length === 0 ? null : before + results.length,
          }}
          hasNext={next !== null && !isPlaceholderData}
          onPage={(page) =>
            setPaged({
              href,
              cursors: page > cursors.length && next ? [...cursors, next] : cursors.slice(0, -1),
            })
          }
        />
      </Card>
    </div>
  );
}

function ResultFilters({
  view,
  regions,
  isReported,
  params,
}: {
  view: ResultView;
  regions: readonly RegionName[];
  isReported: boolean;
  params: URLSearchParams;
}) {
  const show = (part: Partial<ResultView>) =>
    window.history.replaceState(null, "", resultsHref({ ...view, ...part }, new URLSearchParams(params)));
  const codes = regions.map(regionOf);
  return (
    <search className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
      <Select
        aria-label="Result"
        className="w-40 max-sm:flex-1"
        value={view.kind}
        onChange={({ target }) => show({ kind: target.value as ResultView["kind"] })}
      >
        <Options of={kindsOf(isReported)} option={(kind) => kind} />
      </Select>
      {(codes.length > 1 || view.region) && (
        <Select
          aria-label="Region"
          className="w-40 max-sm:flex-1"
          value={view.region}
          onChange={({ target }) => show({ region: target.value as ResultView["region"] })}
        >
          <option value="">All regions</option>
          <Options
            of={[...new Set([...codes, ...(view.region ? [view.region] : [])])]}
            option={(region) => [region, regionLabelAmong(region, regions)]}
          />
        </Select>
      )}
      <MomentInput label="From" value={view.from} onChange={(from) => show({ from })} />
      <MomentInput label="To" value={view.to} onChange={(to) => show({ to })} />
      {resultsHref(view) !== resultsHref(ALL_RESULTS) && (
        <Button variant="quiet" onClick={() => show(ALL_RESULTS)}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

/** Applies a date and time when the field is left, because browsers report unfinished ones while someone types. */
function MomentInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (iso: string) => void;
}) {
  const zone = useOwnZone() ?? "UTC";
  return (
    <span className="flex items-center gap-2 text-muted max-sm:w-full">
      <span className="max-sm:w-10" aria-hidden="true">
        {label}
      </span>
      <Input
        key={`${value} ${zone}`}
        type="datetime-local"
        aria-label={label}
        title={zone}
        defaultValue={value && localInput(new Date(value), zone)}
        onBlur={({ target }) =>
          target.value !== target.defaultValue && onChange(isoOf(target.value, zone) ?? "")
        }
        onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
      />
    </span>
  );
}

function More({ result, incident }: { result: Result; incident: Incident | undefined }) {
  const { trace, scheduled_at, region, outcome, status_code } = result;
  const own = resultsHref({ region, ...periodFrom(Date.parse(scheduled_at), 1000) });
  return (
    <div className="min-w-0 space-y-3 text-[13px] md:col-span-2">
      {trace && <ExchangeView title="Request and response" exchange={trace} open />}
      {!trace && outcome === "down" && status_code !== null && <RecordedElsewhere incident={incident} />}
      <Link
        href={own}
        scroll={false}
        className="inline-flex items-center gap-1.5 underline underline-offset-2"
      >
        <Link2 className="size-4" aria-hidden="true" />
        Link to this check
      </Link>
    </div>
  );
}

/** A failure like the previous one is stored without its request and response. */
function RecordedElsewhere({ incident }: { incident: Incident | undefined }) {
  return (
    <p className="text-muted">
      Vedette stores the request and response of the first failure of each kind, then once an hour while it
      lasts. See{" "}
      <Link href={resultsHref({ kind: "recorded" })} scroll={false} className="underline underline-offset-2">
        recorded failures
      </Link>
      .{" "}
      {incident && (
        <Link href={`/incidents/${incident.id}`} className="underline underline-offset-2">
          {incident.slug} shows them
        </Link>
      )}
    </p>
  );
}

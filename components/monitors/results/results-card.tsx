"use client";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { Suspense, useState } from "react";
import { Card } from "@/components/ui/card";
import { lazyPart } from "@/components/ui/lazy-part";
import { PhoneFold } from "@/components/ui/overlays/phone-fold";
import { Pager } from "@/components/ui/pager";
import { query } from "@/lib/client/query";
import { monitorReads, RESULTS_PER_PAGE } from "@/lib/client/reads/monitor-reads";
import { routes } from "@/lib/client/routes";
import type { Result } from "@/lib/contract/checks/results";
import type { RegionName } from "@/lib/contract/core/regions";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { ALL_RESULTS, readResultView, resultsHref } from "@/lib/presenters/checks/result-view";
import { ResultRows } from "./result-rows";

// Filters need scripts anyway, and the rest of a check opens on request; the list needs none.
const ResultMore = lazyPart(async () => (await import("./result-more")).ResultMore);
const ResultFilters = lazyPart(async () => (await import("./result-filters")).ResultFilters);

/** A phone shows this many at first. */
const PHONE_ROWS = 5;

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
  const rows = (some: readonly Result[]) => (
    <ResultRows
      results={some}
      group="result"
      open={isFiltered && results.length === 1}
      isChecked={!isReported}
      times={view.from || view.to ? "date" : "ago"}
      more={(result) => (
        <Suspense>
          <ResultMore result={result} incident={incident} />
        </Suspense>
      )}
    />
  );
  return (
    <div id="results" className="scroll-mt-4">
      <Card title={isReported ? "Results" : "Checks"} flush>
        <Suspense>
          <ResultFilters
            view={view}
            regions={regions}
            isReported={isReported}
            isEmpty={results.length === 0}
            params={params}
          />
        </Suspense>
        {rows(results.slice(0, PHONE_ROWS))}
        {results.length > PHONE_ROWS && (
          <PhoneFold
            key={href}
            label={`View ${results.length - PHONE_ROWS} more`}
            open={isFiltered}
            className="border-t border-line"
          >
            {rows(results.slice(PHONE_ROWS))}
          </PhoneFold>
        )}
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

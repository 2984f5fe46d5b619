"use client";
import { useQuery } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { ExchangeView } from "@/components/ui/exchange-view";
import { Pager } from "@/components/ui/pager";
import { query } from "@/lib/client/query";
import { FAILURES_PER_PAGE, monitorReads } from "@/lib/client/reads/monitor-reads";
import { routes } from "@/lib/client/routes";
import type { Result } from "@/lib/contract/checks/results";
import { type FailureLink, failureHref } from "@/lib/presenters/checks/failure-link";
import { ResultRows } from "./result-rows";

/** Lists the failures whose request and response are still stored, or the one failure that a link points to. */
export function RecordedFailuresCard({
  monitorId,
  failure,
}: {
  monitorId: number;
  failure: FailureLink | null;
}) {
  return (
    <div id="failures" className="scroll-mt-4">
      {failure ? (
        <OneFailure monitorId={monitorId} failure={failure} />
      ) : (
        <AllFailures monitorId={monitorId} />
      )}
    </div>
  );
}

function AllFailures({ monitorId }: { monitorId: number }) {
  // The cursor of each page; cursors stay valid while new failures arrive.
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  const { params, query: filter } = monitorReads(monitorId).failures;
  const cursor = cursors.at(-1);
  const { data: shown, isPlaceholderData } = useQuery({
    ...query(routes.listResults, { params, query: cursor ? { ...filter, cursor } : filter }),
    placeholderData: (before) => before,
  });
  const page = cursors.length;
  if (!shown || (shown.data.length === 0 && page === 1)) return null;
  const next = shown.meta.next_cursor;
  const before = (page - 1) * FAILURES_PER_PAGE;
  const isEmpty = shown.data.length === 0;
  return (
    <Card title="Recorded failures" aside={<Kept />} flush>
      <Rows monitorId={monitorId} results={shown.data} />
      <Pager
        meta={{
          current_page: page,
          from: isEmpty ? null : before + 1,
          to: isEmpty ? null : before + shown.data.length,
        }}
        hasNext={next !== null && !isPlaceholderData}
        onPage={(to) => setCursors(to > page && next ? [...cursors, next] : cursors.slice(0, -1))}
      />
    </Card>
  );
}

function OneFailure({ monitorId, failure }: { monitorId: number; failure: FailureLink }) {
  const { data: found } = useQuery(query(routes.listResults, monitorReads(monitorId).failure(failure)));
  if (!found) return null;
  return (
    <Card
      title="Recorded failure"
      aside={
        <Link
          href={`/monitors/${monitorId}#failures`}
          className="text-[13px] underline underline-offset-2 hover:text-ink"
          scroll={false}
        >
          All recorded failures
        </Link>
      }
      flush
    >
      {found.data.length > 0 ? (
        <Rows monitorId={monitorId} results={found.data} open />
      ) : (
        <p className="p-4 text-muted">The request and response of this failure were deleted after 30 days.</p>
      )}
    </Card>
  );
}

function Kept() {
  return <span className="text-[13px] text-muted">Members only · kept for 30 days</span>;
}

function Rows({
  monitorId,
  results,
  open,
}: {
  monitorId: number;
  results: readonly Result[];
  open?: boolean;
}) {
  return (
    <ResultRows
      results={results}
      group="failure"
      open={open}
      more={(result) => (
        <div className="min-w-0 space-y-3 md:col-span-2">
          {result.trace && <ExchangeView title="Request and response" exchange={result.trace} open />}
          {!open && (
            <Link
              href={failureHref(monitorId, { at: result.scheduled_at, region: result.region })}
              scroll={false}
              className="inline-flex items-center gap-1.5 text-[13px] underline underline-offset-2"
            >
              <Link2 className="size-4" aria-hidden="true" />
              Link to this failure
            </Link>
          )}
        </div>
      )}
    />
  );
}

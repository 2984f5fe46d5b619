"use client";
import Link from "next/link";
import { Card } from "@/components/ui/card";
import { ExchangeView } from "@/components/ui/exchange-view";
import type { Result } from "@/lib/contract/checks/results";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { ResultRows } from "./result-rows";

/** Lists the latest results. Each expands to its phases and assertions. */
export function ResultsCard({
  results,
  incident,
}: {
  results: readonly Result[];
  /** The open incident, whose page shows the request and response. */
  incident: Incident | undefined;
}) {
  if (results.length === 0) return null;
  return (
    <Card title="Latest results" flush>
      <ResultRows
        results={results}
        group="result"
        more={(result) => {
          if (result.trace)
            return (
              <div className="min-w-0 md:col-span-2">
                <ExchangeView title="Request and response" exchange={result.trace} />
              </div>
            );
          const isRepeat = result.outcome === "down" && result.status_code !== null;
          return isRepeat && <RecordedElsewhere incident={incident} />;
        }}
      />
    </Card>
  );
}

/** A failure like the previous one is stored without its request and response. */
function RecordedElsewhere({ incident }: { incident: Incident | undefined }) {
  return (
    <p className="text-[13px] text-muted md:col-span-2">
      Vedette stores the request and response of the first failure of each kind, then once an hour while it
      lasts. See{" "}
      <Link href="#failures" className="underline underline-offset-2">
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

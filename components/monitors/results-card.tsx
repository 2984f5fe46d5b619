"use client";
import Link from "next/link";
import { Card } from "@/components/ui/card";
import type { Result } from "@/lib/contract/checks/results";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { ResultRows } from "./result-rows";
import { TraceView } from "./trace-view";

/** The last checks; each opens to its phases and what was asserted. */
export function ResultsCard({
  results,
  incident,
}: {
  results: readonly Result[];
  /** The open one, whose page keeps the evidence. */
  incident: Incident | undefined;
}) {
  if (results.length === 0) return null;
  return (
    <Card title="Last results" flush>
      <ResultRows
        results={results}
        group="result"
        more={(result) => {
          if (result.trace)
            return (
              <div className="min-w-0 md:col-span-2">
                <TraceView title="What the check was shown" trace={result.trace} />
              </div>
            );
          const isRepeat = result.outcome === "down" && result.status_code !== null;
          return isRepeat && <EvidenceElsewhere incident={incident} />;
        }}
      />
    </Card>
  );
}

/** A failure like the one before it is stored without what it was shown. */
function EvidenceElsewhere({ incident }: { incident: Incident | undefined }) {
  return (
    <p className="text-[13px] text-muted md:col-span-2">
      Headers and body are kept of the first failure of a kind and once an hour while it lasts:{" "}
      <Link href="#failures" className="underline underline-offset-2">
        failures with evidence
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

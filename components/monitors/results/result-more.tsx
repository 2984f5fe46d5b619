import { Link2 } from "lucide-react";
import Link from "next/link";
import { ExchangeView } from "@/components/ui/exchange-view";
import type { Result } from "@/lib/contract/checks/results";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { periodFrom, resultsHref } from "@/lib/presenters/checks/result-view";

/** Shows the request and response of a check, and a link to it. */
export function ResultMore({ result, incident }: { result: Result; incident: Incident | undefined }) {
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

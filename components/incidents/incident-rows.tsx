import Link from "next/link";
import { Button } from "@/components/ui/button";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { counted, duration } from "@/lib/presenters/core/format";
import { pagesText, type ShownPage } from "@/lib/presenters/status-pages/shown-pages";
import { NextUpdate } from "./next-update";
import { useAcknowledge } from "./use-acknowledge";

/** Lists incidents with title, impact, duration, and who has acknowledged them. Open ones can be acknowledged here. */
export function IncidentRows({
  incidents,
  empty,
  pages = [],
}: {
  incidents: readonly Incident[];
  empty: string;
  /** The project's status pages, where the rows name those that show an incident. */
  pages?: readonly ShownPage[];
}) {
  const acknowledge = useAcknowledge();
  if (incidents.length === 0) return <p className="px-4 py-6 text-muted">{empty}</p>;
  return (
    <ul>
      {incidents.map((incident) => (
        <li
          key={incident.id}
          data-row
          className="relative flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-0 hover:bg-hover"
        >
          <span className="w-28 shrink-0 max-sm:w-auto">
            <StateMark state={incident.status} size="sm" />
          </span>
          <span className="min-w-0 flex-1 max-sm:order-last max-sm:basis-3/5">
            <Link
              href={`/incidents/${incident.id}`}
              className="block truncate rounded font-medium after:absolute after:inset-0"
            >
              {incident.title}
            </Link>
            <span className="text-[13px] text-muted">
              {incident.slug} · {counted(incident.monitors.length, "monitor")}
              {incident.recovery_at && " · "}
              {incident.recovery_at && <Time at={incident.incident_at} />}
              {incident.acknowledged_by && ` · Acknowledged by ${incident.acknowledged_by}`}
              {incident.next_update_at && " · "}
              <NextUpdate incident={incident} />
              <OnPages incident={incident} pages={pages} />
            </span>
          </span>
          {incident.impact !== "unknown" && <StateMark state={incident.impact} size="sm" />}
          {!incident.recovery_at && !incident.acknowledged_by && (
            <Button
              size="sm"
              className="relative max-sm:order-last"
              aria-label={`Acknowledge ${incident.slug}`}
              onClick={() => acknowledge(incident.id)}
            >
              Acknowledge
            </Button>
          )}
          <span className="w-20 text-right max-sm:ml-auto text-[13px] text-muted tabular">
            {incident.recovery_at ? (
              duration((Date.parse(incident.recovery_at) - Date.parse(incident.incident_at)) / 1000)
            ) : (
              <Time at={incident.incident_at} as="since" />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Names the pages that show an incident. On phones the row has no room for them. */
function OnPages({ incident, pages }: { incident: Incident; pages: readonly ShownPage[] }) {
  const text = pagesText(incident, pages);
  return text && <span className="break-words max-sm:hidden"> · {text}</span>;
}

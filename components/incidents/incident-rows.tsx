import Link from "next/link";
import { NextUpdate } from "@/components/incidents/updates/next-update";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { counted } from "@/lib/presenters/core/format";
import { AcknowledgeButton, Lasting } from "./incident-parts";

/** Lists incidents with title, impact, duration and who has acknowledged them. Open ones can be acknowledged here. */
export function IncidentRows({ incidents, empty }: { incidents: readonly Incident[]; empty: string }) {
  if (incidents.length === 0) return <p className="px-4 py-6 text-muted">{empty}</p>;
  // The rows share columns.
  const hasButtons = incidents.some(isFree);
  return (
    <ul>
      {incidents.map((incident) => (
        <li
          key={incident.id}
          data-row
          className="relative flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-0 hover:bg-hover"
        >
          <span className="w-32 shrink-0 max-sm:w-auto">
            <StateMark state={incident.status} size="sm" />
          </span>
          <span className="min-w-0 flex-1 max-sm:order-last max-sm:basis-3/5">
            <Link
              href={`/incidents/${incident.id}`}
              className="block rounded font-medium after:absolute after:inset-0 sm:truncate max-sm:break-words"
            >
              {incident.title}
            </Link>
            <span className="text-[13px] text-muted">
              {incident.slug} · {counted(incident.monitors.length, "monitor")}
              {incident.recovery_at && " · "}
              {incident.recovery_at && <Time at={incident.incident_at} />}
              {incident.acknowledged_by && ` · Assigned to ${incident.acknowledged_by}`}
              {incident.next_update_at && " · "}
              <NextUpdate incident={incident} />
            </span>
          </span>
          {incident.impact !== "unknown" && (
            <span className="sm:w-36">
              <StateMark state={incident.impact} size="sm" />
            </span>
          )}
          {isFree(incident) ? (
            <AcknowledgeButton incident={incident} className="relative max-sm:order-last sm:w-28" />
          ) : (
            hasButtons && <span className="w-28 max-sm:hidden" />
          )}
          <span className="w-20 text-right max-sm:ml-auto text-[13px] text-muted tabular">
            <Lasting incident={incident} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function isFree({ recovery_at: recoveredAt, acknowledged_by: by }: Incident): boolean {
  return !recoveredAt && !by;
}

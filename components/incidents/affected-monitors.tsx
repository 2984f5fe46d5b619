"use client";
import { Split } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useMonitors } from "@/components/forms/use-monitors";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import { SHOWN_MONITORS } from "@/lib/client/reads/incident-reads";
import { routes } from "@/lib/client/routes";
import type { Incident } from "@/lib/contract/incidents/incidents";
import type { IncidentTimeline } from "@/lib/contract/incidents/timeline";
import { regionLabel } from "@/lib/presenters/monitors/region-labels";

type MonitorHistory = IncidentTimeline["monitors"][number];

/** Lists an incident's monitors with the current state of each region and the times they were up during the incident. */
export function AffectedMonitors({
  incident,
  histories,
}: {
  incident: Incident;
  histories: readonly MonitorHistory[];
}) {
  const ids = incident.monitors;
  const router = useRouter();
  const unmerge = useSave(routes.unmergeIncident, {
    done: (own) => `Moved to ${own.slug}`,
    onDone: (own) => router.push(`/incidents/${own.id}`),
  });
  const merged = incident.type === "monitor" && ids.length > 1;
  const monitors = useMonitors(ids.slice(0, SHOWN_MONITORS));
  return (
    <Card title="Affected monitors" flush>
      {ids.length === 0 && <p className="p-4 text-muted">None</p>}
      <ul>
        {monitors.map((monitor) => (
          <li data-row key={monitor.id} className="border-b border-line px-4 py-3 last:border-0">
            <div className="flex items-center justify-between gap-3">
              <Link href={`/monitors/${monitor.id}`} className="truncate rounded font-medium hover:underline">
                {monitor.name}
              </Link>
              <StateMark state={monitor.status} size="sm" />
            </div>
            <ul className="mt-1.5 space-y-1 text-[13px]">
              {monitor.observed_regions.map((seen) => (
                <li key={seen.region}>
                  <StateMark state={seen.silent ? "no_data" : seen.status} word={false} />{" "}
                  {regionLabel(seen.region)}
                  {seen.last_error && (
                    <span className="text-muted">
                      : {seen.last_error.message}
                      {seen.status === "online" && " Not confirmed yet."}
                    </span>
                  )}
                </li>
              ))}
            </ul>
            <UpIntervals up={histories.find(({ id }) => id === monitor.id)?.observed_up ?? []} />
            {merged && (
              <Button
                size="sm"
                variant="quiet"
                className="mt-1.5 -ml-2"
                busy={unmerge.isPending}
                onClick={() =>
                  unmerge.mutate({ params: { incidentId: incident.id }, body: { monitor_id: monitor.id } })
                }
              >
                <Split /> Move to its own incident
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ids.length > SHOWN_MONITORS && (
        <p className="px-4 py-2 text-muted">and {ids.length - SHOWN_MONITORS} more</p>
      )}
    </Card>
  );
}

function UpIntervals({ up }: { up: MonitorHistory["observed_up"] }) {
  if (up.length === 0) return null;
  return (
    <div className="mt-1.5 text-[13px] text-muted">
      Up during the incident (not counted as downtime):
      <ul>
        {up.map(({ from, to }) => (
          <li key={from}>
            <Time at={from} as="date" /> – {to ? <Time at={to} as="date" /> : "now"}
          </li>
        ))}
      </ul>
    </div>
  );
}

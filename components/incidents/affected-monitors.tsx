"use client";
import { useQuery } from "@tanstack/react-query";
import { Split } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { useSave } from "@/components/forms/use-save";
import { More } from "@/components/page/more";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Fold } from "@/components/ui/overlays/fold";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import { query } from "@/lib/client/query";
import { incidentReads, SHOWN_MONITORS } from "@/lib/client/reads/incident-reads";
import { routes } from "@/lib/client/routes";
import type { Incident } from "@/lib/contract/incidents/incidents";
import type { IncidentTimeline } from "@/lib/contract/incidents/timeline";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { number } from "@/lib/presenters/core/format";
import { regionLabel } from "@/lib/presenters/monitors/region-labels";
import { useDownMonitors } from "./use-down-monitors";

/** With more monitors, what their regions say is folded. */
const OPEN_MAX = 5;
type MonitorHistory = IncidentTimeline["monitors"][number];

/** Lists an incident's monitors with the current state of each region and the times they were up during the incident. */
export default function AffectedMonitors({
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
  const { data } = useQuery(query(routes.listMonitors, incidentReads.monitors(incident.id)));
  const monitors = data?.data ?? [];
  const shared = sharedError(monitors);
  const down = useDownMonitors(incident) ?? 0;
  // Those that are down are listed first.
  const hasHiddenDown = down > SHOWN_MONITORS;
  return (
    <Card
      title={ids.length > OPEN_MAX ? `Affected monitors · ${number(ids.length)}` : "Affected monitors"}
      flush
    >
      {ids.length === 0 && <p className="p-4 text-muted">None</p>}
      {shared !== null && (
        <p className="border-b border-line px-4 py-2.5 text-[13px] text-muted">
          {incident.status === "recovered" ? "All now: " : "All: "}
          {shared}
        </p>
      )}
      <ul>
        {monitors.map((monitor) => (
          <li data-row key={monitor.id} className="border-b border-line last:border-0">
            <Row monitor={monitor} isFolded={ids.length > OPEN_MAX}>
              <Regions monitor={monitor} shared={shared} />
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
            </Row>
          </li>
        ))}
      </ul>
      {ids.length > SHOWN_MONITORS && (
        <p className="border-t border-line px-4 py-2.5">
          <More href={`/monitors?${hasHiddenDown ? "status=offline,partial&" : ""}incident=${incident.id}`}>
            {hasHiddenDown
              ? `View all ${number(down)} offline monitors`
              : `View all ${number(ids.length)} monitors`}
          </More>
        </p>
      )}
    </Card>
  );
}

/** A monitor with its state. What a long list says of each is folded. */
function Row({ monitor, isFolded, children }: { monitor: Monitor; isFolded: boolean; children: ReactNode }) {
  const link = (
    <Link href={`/monitors/${monitor.id}`} className="truncate rounded font-medium hover:underline">
      {monitor.name}
    </Link>
  );
  const head = (
    <>
      {link}
      <StateMark state={monitor.status} size="sm" />
    </>
  );
  if (!isFolded)
    return (
      <div className="px-4 py-3">
        <div className="flex items-center justify-between gap-3">{head}</div>
        {children}
      </div>
    );
  return (
    <Fold
      headClass="gap-2 px-4 py-2"
      head={
        <>
          {link}
          <span className="ml-auto">
            <StateMark state={monitor.status} size="sm" />
          </span>
        </>
      }
    >
      <div className="px-4 pb-3 pl-10">{children}</div>
    </Fold>
  );
}

function Regions({ monitor, shared }: { monitor: Monitor; shared: string | null }) {
  return (
    <ul className="mt-1.5 space-y-1 text-[13px]">
      {monitor.observed_regions.map((seen) => (
        <li key={seen.region}>
          <StateMark state={seen.silent ? "no_data" : seen.status} word={false} /> {regionLabel(seen.region)}
          {seen.last_error && (
            <span className="text-muted">
              {seen.last_error.message !== shared && `: ${seen.last_error.message}`}
              {seen.status === "online" && " Not confirmed yet."}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Returns the error that all failing regions of several monitors report; null if they differ. */
function sharedError(monitors: readonly Monitor[]): string | null {
  const errors = monitors.flatMap(({ observed_regions: regions }) =>
    regions.flatMap(({ last_error }) => last_error?.message ?? []),
  );
  return monitors.length > 1 && new Set(errors).size === 1 ? (errors[0] ?? null) : null;
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

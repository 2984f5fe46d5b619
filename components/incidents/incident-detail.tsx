"use client";
import { useQuery } from "@tanstack/react-query";
import { useVisit } from "@/components/shell/use-recents";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time";
import { incidentReads } from "@/lib/client/incident-reads";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { duration } from "@/lib/presenters/core/format";
import { AffectedMonitors } from "./affected-monitors";
import { Composer } from "./composer";
import { ImpactSelect } from "./impact-select";
import { IncidentActions } from "./incident-actions";
import { NextUpdate } from "./next-update";
import { PostMortemCard } from "./post-mortem-card";
import { Timeline } from "./timeline";

export function IncidentDetail({ incidentId }: { incidentId: number }) {
  const { data: incident } = useQuery(query(routes.getIncident, incidentReads.one(incidentId)));
  const { data: updates } = useQuery(query(routes.listIncidentUpdates, incidentReads.updates(incidentId)));
  const { data: timeline } = useQuery(query(routes.getIncidentTimeline, incidentReads.one(incidentId)));
  useVisit(`/incidents/${incidentId}`, incident?.title);
  if (!incident) return <Skeleton lines={8} />;
  const lasted = incident.recovery_at
    ? duration((Date.parse(incident.recovery_at) - Date.parse(incident.incident_at)) / 1000)
    : null;
  return (
    <>
      <PageHeader
        title={incident.title}
        back={{ href: "/incidents", label: "Incidents" }}
        mark={<StateMark state={incident.status} />}
        note={
          <>
            {incident.slug} · started <Time at={incident.incident_at} /> ·{" "}
            {lasted ? (
              `lasted ${lasted}`
            ) : (
              <>
                for <Time at={incident.incident_at} as="since" />
              </>
            )}
            {incident.next_update_at && " · "}
            <NextUpdate incident={incident} />
          </>
        }
      >
        <IncidentActions incident={incident} acknowledgedBy={timeline?.acknowledged_by ?? null} />
      </PageHeader>
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_320px]">
        <div className="min-w-0 space-y-4">
          <Composer key={incident.state} incident={incident} />
          <PostMortemCard incident={incident} timeline={timeline} />
          <Card title="Timeline">
            {timeline && <Timeline timeline={timeline} updates={updates?.data ?? []} />}
          </Card>
        </div>
        <div className="space-y-4">
          <Card title="Impact">
            <ImpactSelect incident={incident} />
          </Card>
          <AffectedMonitors incident={incident} histories={timeline?.monitors ?? []} />
          {incident.description && (
            <Card title="Description" aside={<span className="text-[13px] text-muted">Private</span>}>
              <p className="break-words whitespace-pre-wrap">{incident.description}</p>
            </Card>
          )}
        </div>
      </div>
    </>
  );
}

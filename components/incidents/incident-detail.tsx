"use client";
import { useQuery } from "@tanstack/react-query";
import { Globe } from "lucide-react";
import Link from "next/link";
import { Suspense } from "react";
import { NextUpdate } from "@/components/incidents/updates/next-update";
import { useVisit } from "@/components/page/use-recents";
import { Card } from "@/components/ui/card";
import { laterPart, lazyPart } from "@/components/ui/lazy-part";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { StateMark } from "@/components/ui/state-mark";
import { ClockTimes } from "@/components/ui/time/clock-times";
import { Time } from "@/components/ui/time/time";
import { WatchHead } from "@/components/ui/watch-head";
import { query } from "@/lib/client/query";
import { incidentReads } from "@/lib/client/reads/incident-reads";
import { routes } from "@/lib/client/routes";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { duration } from "@/lib/presenters/core/format";
import { incidentWatch } from "@/lib/presenters/incidents/watch";
import { now } from "@/lib/shared/clock";
import { ImpactSelect } from "./impact-select";
import { IncidentActions } from "./incident-actions";
import { downShare, useDownMonitors } from "./use-down-monitors";
import { usePublicTitle } from "./use-public-title";

const Composer = lazyPart(async () => (await import("./updates/composer")).Composer);
const Timeline = lazyPart(async () => (await import("./timeline")).Timeline);
const PostMortemCard = laterPart(() => import("./post-mortem-card"));
const AffectedMonitors = laterPart(() => import("./affected-monitors"));
const AssigneeCard = laterPart(() => import("./assignee-card"));

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
        mark={
          <>
            <StateMark state={incident.status} />
            {incident.impact !== "unknown" && <StateMark state={incident.impact} />}
          </>
        }
        note={
          <>
            {incident.slug} · started <Time at={incident.incident_at} as="date" /> ·{" "}
            {lasted ? (
              `lasted ${lasted}`
            ) : (
              <>
                for <Time at={incident.incident_at} as="since" />
              </>
            )}
            <DownShare incident={incident} />
            {incident.next_update_at && " · "}
            <NextUpdate incident={incident} />
            <PublicTitle incident={incident} />
          </>
        }
        watch={<Watch incident={incident} />}
      >
        <IncidentActions incident={incident} />
      </PageHeader>
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_320px]">
        <div className="min-w-0 space-y-4">
          <Suspense fallback={null}>
            <PostMortemCard incident={incident} timeline={timeline} />
          </Suspense>
          {timeline?.unnotified && (
            <Notice tone="warn">
              <span className="font-medium">This incident alerted no one.</span> {timeline.unnotified}{" "}
              <Link href="/integrations" className="underline underline-offset-2">
                View alert rules
              </Link>
            </Notice>
          )}
          <Card title="Timeline">
            <div className="space-y-5">
              <Suspense fallback={<Skeleton lines={5} className="px-0!" />}>
                <Composer incident={incident} />
                {timeline && (
                  <Timeline incidentId={incidentId} timeline={timeline} updates={updates?.data ?? []} />
                )}
              </Suspense>
            </div>
          </Card>
        </div>
        <div className="min-w-0 space-y-4">
          <Card title="Impact">
            <ImpactSelect incident={incident} />
          </Card>
          <Suspense fallback={null}>
            <AssigneeCard incident={incident} />
            <AffectedMonitors incident={incident} histories={timeline?.monitors ?? []} />
          </Suspense>
          {incident.description && (
            <Card title="Description" aside={<span className="text-[13px] text-muted">Private</span>}>
              <p className="break-words whitespace-pre-wrap">
                <ClockTimes text={incident.description} at={incident.incident_at} />
              </p>
            </Card>
          )}
        </div>
      </div>
    </>
  );
}

function Watch({ incident }: { incident: Incident }) {
  const { from, to, steps } = incidentWatch(incident, now());
  return (
    <WatchHead
      steps={steps}
      label="Outage timeline"
      from={<Time at={from.toISOString()} as="date" />}
      to={incident.recovery_at ? <Time at={to.toISOString()} as="date" /> : "Now"}
    />
  );
}

/** Shows how many of several monitors are still down, which the title doesn't say. */
function DownShare({ incident }: { incident: Incident }) {
  const share = downShare(incident, useDownMonitors(incident));
  return (
    share && (
      <>
        {" · "}
        <span className="font-medium text-ink">{share}</span>
      </>
    )
  );
}

/** Shows the title that visitors read, where it differs from the private one. */
function PublicTitle({ incident }: { incident: Incident }) {
  const { title = incident.title } = usePublicTitle(incident);
  if (title === incident.title) return null;
  return (
    <p className="mt-1 flex items-start gap-1.5">
      <Globe className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 break-words">
        Public title: <span className="text-ink">{title}</span>
      </span>
    </p>
  );
}

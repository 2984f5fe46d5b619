"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, Suspense } from "react";
import { AvailabilitySpace, SeriesSpace } from "@/components/charts/chart-space";
import { IncidentRows } from "@/components/incidents/incident-rows";
import { More } from "@/components/page/more";
import { useProtocols } from "@/components/page/protocols";
import { useVisit } from "@/components/page/use-recents";
import { Card } from "@/components/ui/card";
import { Later } from "@/components/ui/later";
import { laterPart, lazyPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { StateMark } from "@/components/ui/state-mark";
import { WatchHead } from "@/components/ui/watch-head";
import { query } from "@/lib/client/query";
import { monitorReads } from "@/lib/client/reads/monitor-reads";
import { routes } from "@/lib/client/routes";
import type { Strip } from "@/lib/contract/checks/series";
import { regionOf } from "@/lib/contract/core/region-names";
import { interval, number } from "@/lib/presenters/core/format";
import { monitorLook } from "@/lib/presenters/monitors/monitor-look";
import { originOf, protocolLabel, targetOf } from "@/lib/presenters/monitors/protocols";
import { stripCells, stripWords } from "@/lib/presenters/monitors/strip-cells";
import { now } from "@/lib/shared/clock";
import { MonitorActions } from "./monitor-actions";
import { MonitorFigures } from "./monitor-figures";
import { MonitorReason } from "./monitor-reason";
import { ResultsCard } from "./results/results-card";
import { useCheckRun } from "./use-check-run";

// Charts load after everything that tells what is wrong.
const SeriesCard = laterPart(() => import("@/components/charts/series-card"));
const AvailabilityCard = laterPart(() => import("@/components/charts/availability-card"));
const CertificateCard = lazyPart(
  async () => (await import("./certificates/certificate-card")).CertificateCard,
);
const CheckView = lazyPart(async () => (await import("./check-view")).CheckView);
const HeartbeatCard = lazyPart(async () => (await import("./heartbeats/heartbeat-card")).HeartbeatCard);
const MembersCard = lazyPart(async () => (await import("./members-card")).MembersCard);
const MappingCard = lazyPart(async () => (await import("./heartbeats/mapping-card")).MappingCard);
const RegionsCard = lazyPart(async () => (await import("./regions-card")).RegionsCard);
const SignalsCard = lazyPart(async () => (await import("./heartbeats/signals-card")).SignalsCard);

/** Shows one monitor. The order follows the questions of someone on call. `uses` comes from the server. */
export function MonitorDetail({ monitorId, uses }: { monitorId: number; uses?: ReactNode }) {
  const router = useRouter();
  const protocols = useProtocols();
  const reads = monitorReads(monitorId);
  const { data: monitor } = useQuery(query(routes.getMonitor, reads.monitor));
  const { data: report } = useQuery(query(routes.getMonitorReport, reads.report));
  const { data: certificates } = useQuery(query(routes.listCertificates, reads.certificates));
  const { data: incidents } = useQuery(query(routes.listIncidents, reads.incidents));
  const { data: strips } = useQuery(query(routes.getStrips, reads.strip));
  const origin = originOf(protocols, monitor?.protocol ?? "");
  const isReported = origin !== "checks";
  const { data: heartbeat } = useQuery({
    ...query(routes.getHeartbeat, reads.monitor),
    enabled: origin === "signals" || origin === "alerts",
  });
  const { run, start } = useCheckRun();
  useVisit(`/monitors/${monitorId}`, monitor?.name);
  if (!monitor) return <Skeleton lines={8} />;
  const open = incidents?.data.find((incident) => incident.status !== "recovered");
  const target = targetOf(protocols, monitor);
  const fresh = monitor.last_checked_at === null && !isReported;
  return (
    <div className="space-y-4">
      <PageHeader
        title={monitor.name}
        back={{ href: "/monitors", label: "Monitors" }}
        mark={<StateMark state={monitorLook(monitor)} />}
        note={
          <>
            {protocolLabel(protocols, monitor.protocol)}
            {target && " · "}
            <span className="break-all">{target}</span>
            {!isReported && ` · every ${interval(monitor.interval)}`}
          </>
        }
        watch={<DayLine strip={strips?.strips[0]} />}
      >
        <MonitorActions
          monitor={monitor}
          checking={run.state === "running"}
          onCheck={isReported ? null : () => void start(`/uptime/monitors/${monitorId}/check`)}
          onDeleted={() => router.push("/monitors")}
        />
      </PageHeader>
      <MonitorReason monitor={monitor} isReported={isReported} incident={open} />
      {(run.state !== "idle" || fresh) && (
        <Card title="Latest check">
          {run.state === "idle" ? (
            <p className="animate-breathe text-muted">Waiting for the first check…</p>
          ) : (
            <Suspense>
              <CheckView run={run} regions={monitor.regions.map(regionOf)} />
            </Suspense>
          )}
        </Card>
      )}
      {origin === "members" && (
        <Suspense>
          <MembersCard groupId={monitorId} />
        </Suspense>
      )}
      {heartbeat && (
        <Suspense>
          <HeartbeatCard heartbeat={heartbeat} />
          {heartbeat.receive_url && <MappingCard monitor={monitor} />}
          <SignalsCard monitorId={monitorId} signals={heartbeat.signals} />
        </Suspense>
      )}
      <MonitorFigures monitor={monitor} report={report} strip={strips?.strips[0]} origin={origin} />
      {(origin === "checks" || origin === "signals") && (
        <Later fallback={<SeriesSpace regions={monitor.regions.length} />}>
          <SeriesCard monitorId={monitorId} regions={monitor.regions.length} isOfRuns={isReported} />
        </Later>
      )}
      <Later fallback={<AvailabilitySpace since={monitor.created_at} />}>
        <AvailabilityCard monitorId={monitorId} since={monitor.created_at} />
      </Later>
      <Suspense>{!isReported && <RegionsCard monitor={monitor} />}</Suspense>
      {/* Links of incidents lead here, also without scripts. */}
      <ResultsCard monitorId={monitorId} regions={monitor.regions} isReported={isReported} incident={open} />
      <Suspense>
        <CertificateCard certificates={certificates?.data ?? []} />
      </Suspense>
      <Card
        title="Incidents"
        flush
        aside={
          (incidents?.meta.total ?? 0) > 5 && (
            <More href={`/incidents?monitor=${monitorId}`}>
              {`View all ${number(incidents?.meta.total ?? 0)} incidents`}
            </More>
          )
        }
      >
        <IncidentRows incidents={incidents?.data ?? []} empty="No incidents" />
      </Card>
      {uses}
    </div>
  );
}

/** Shows a monitor's last 24 hours across the head of its page. */
function DayLine({ strip }: { strip: Strip | undefined }) {
  const cells = stripCells(strip?.hours, now());
  return <WatchHead steps={cells} label={stripWords(cells)} from="24 hours ago" to="Now" />;
}

"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { IncidentRows } from "@/components/incidents/incident-rows";
import { ActionButton } from "@/components/page/action-button";
import { CREATE } from "@/components/page/create-actions";
import { More } from "@/components/page/more";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { StateMark } from "@/components/ui/state-mark";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { Away } from "@/lib/contract/reports/away";
import { number } from "@/lib/presenters/core/format";
import { STATE_LOOKS } from "@/lib/presenters/core/states";
import {
  headline,
  monitorTotal,
  type StateCount,
  shownCounts,
  worstFirst,
} from "@/lib/presenters/reports/overview";
import { AttentionCard } from "./attention-card";
import { AwayNote } from "./away-note";
import { ChangesCard } from "./changes-card";
import { GroupsCard } from "./groups-card";
import { LastDayCard } from "./last-day-card";
import { NextCard } from "./next-card";
import { ProjectLine } from "./project-line";

/** Past incidents, which matter less than the cards beside them. */
const RECENT = 5;
/** Fewer monitors that need attention are shown one by one. */
const GROUPED_FROM = 10;
const NO_INCIDENTS =
  "No incidents yet. When a monitor fails, its incident appears here with the cause and the affected regions.";

/** Shows problems first, then the last 24 hours of every monitor, past incidents, what is planned and who changed what. */
export function Overview({ away = null }: { away?: Away | null }) {
  const { data } = useQuery(query(routes.getOverview));
  if (!data) return <Skeleton lines={8} />;
  const { monitors, open_incidents: open } = data;
  return (
    <div className="space-y-4">
      <PageHeader
        title={headline(data)}
        note={<Counts counts={shownCounts(monitors)} />}
        watch={<ProjectLine total={monitorTotal(monitors)} />}
      >
        <ActionButton
          action={CREATE.monitor}
          variant="primary"
          {...(open.total > 0 && { className: "max-sm:hidden" })}
        />
      </PageHeader>
      {open.total > 0 && (
        <Card
          title={`Open incidents · ${number(open.total)}`}
          flush
          aside={open.total > open.data.length && <More href="/incidents">View all open incidents</More>}
        >
          <IncidentRows incidents={worstFirst(open.data)} empty="" />
        </Card>
      )}
      <AttentionCard overview={data} />
      {data.attention.total > GROUPED_FROM && <GroupsCard groups={data.attention_groups} />}
      <AwayNote initial={away} />
      <div className="grid items-start gap-4 xl:grid-cols-[1fr_320px]">
        <div className="min-w-0 space-y-4">
          <LastDayCard total={monitorTotal(monitors)} />
          {(open.total === 0 || data.recent_incidents.length > 0) && (
            <Card title="Latest incidents" flush aside={<More href="/incidents">View all incidents</More>}>
              <IncidentRows incidents={data.recent_incidents.slice(0, RECENT)} empty={NO_INCIDENTS} />
            </Card>
          )}
        </div>
        <div className="min-w-0 space-y-4">
          <NextCard />
          <ChangesCard />
        </div>
      </div>
    </div>
  );
}

function Counts({ counts }: { counts: readonly StateCount[] }) {
  return (
    <ul aria-label="Monitors by state" className="-ml-2 flex flex-wrap">
      {counts.map(({ state, count }) => (
        <li key={state}>
          <Link
            href={`/monitors?status=${state}`}
            className="flex h-8 items-center gap-1.5 rounded-lg px-2 touch:h-10 hover:bg-hover"
          >
            <StateMark state={state} word={false} />
            <span className="font-medium text-ink tabular">{number(count)}</span>
            <span className="text-muted">{STATE_LOOKS[state].word}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

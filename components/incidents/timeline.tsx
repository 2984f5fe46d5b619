"use client";
import { GitMerge, TrendingUp, Waves } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { CommentMenu } from "@/components/incidents/updates/comment-menu";
import { UpdateMenu } from "@/components/incidents/updates/update-menu";
import { UpdateText } from "@/components/incidents/updates/update-text";
import { ExchangeView } from "@/components/ui/exchange-view";
import { BOXED_FOLD, Fold } from "@/components/ui/overlays/fold";
import { StateMark } from "@/components/ui/state-mark";
import { ClockTimes } from "@/components/ui/time/clock-times";
import { Time } from "@/components/ui/time/time";
import { eventTitle } from "@/lib/contract/alerting/event-words";
import type { IncidentTimeline } from "@/lib/contract/incidents/timeline";
import type { IncidentUpdate } from "@/lib/contract/incidents/updates";
import { counted } from "@/lib/presenters/core/format";
import type { StateWord } from "@/lib/presenters/core/states";
import { type TimelineLine, timelineEntries } from "@/lib/presenters/incidents/timeline";
import {
  foldTimeline,
  type MonitorGroup,
  type NotificationGroup,
} from "@/lib/presenters/incidents/timeline-groups";
import type { Repeats } from "@/lib/presenters/incidents/timeline-repeats";
import { regionLabelList } from "@/lib/presenters/monitors/region-labels";
import { now } from "@/lib/shared/clock";
import { IconMark, TimelineIcon } from "./timeline-icon";
import { NotificationRows } from "./timeline-notifications";

/** Lists decisions with their reasons, notifications, comments, and public updates, newest first. */
export function Timeline({
  incidentId,
  timeline,
  updates,
}: {
  incidentId: number;
  timeline: IncidentTimeline;
  updates: readonly IncidentUpdate[];
}) {
  return (
    <Lines>
      {foldTimeline(timelineEntries(timeline, updates), timeline.omitted).map((entry) => {
        if (entry.kind === "notifications") return <NotificationsEntry key={entry.key} entry={entry} />;
        if ("lines" in entry) return <FoldedEntry key={entry.key} entry={entry} incidentId={incidentId} />;
        return <Entry key={entry.key} entry={entry} incidentId={incidentId} />;
      })}
    </Lines>
  );
}

const utcClock = (at: string) => `${at.slice(11, 19)} UTC`;

type Folded = Repeats | MonitorGroup;

/** Shows the notifications of one moment as one entry, with the icon of those that need attention. */
function NotificationsEntry({ entry: { at, groups } }: { entry: NotificationGroup }) {
  const first = groups[0]?.lines[0];
  const count = groups.reduce((sum, { lines, omitted }) => sum + lines.length + omitted, 0);
  return (
    <li className="relative min-h-7 pt-1 pl-10">
      {first && <TimelineIcon line={first} />}
      <Line at={at} lead={counted(count, "notification")}>
        <NotificationRows groups={groups} />
      </Line>
    </li>
  );
}

/** Shows many lines as one that opens. */
function FoldedEntry({ entry, incidentId }: { entry: Folded; incidentId: number }) {
  const { lead, about, icon, tone, summary } = foldedWords(entry);
  return (
    <li className="relative min-h-7 pt-1 pl-10">
      <IconMark icon={icon} tone={tone} />
      <Line at={entry.at} lead={lead}>
        {about && (
          <p className="text-muted">
            <ClockTimes text={about} at={entry.at} />
          </p>
        )}
        <Fold className={BOXED_FOLD} head={<span className="font-medium">{summary}</span>}>
          <div className="border-t border-line px-3 py-3">
            <Lines>
              {entry.lines.map((line) => (
                <Entry key={line.key} entry={line} incidentId={incidentId} />
              ))}
            </Lines>
          </div>
        </Fold>
      </Line>
    </li>
  );
}

function foldedWords(entry: Folded) {
  if (entry.kind === "repeats")
    return {
      ...({ icon: Waves, tone: "warn", about: null } as const),
      lead: `Failed again ${counted(entry.failures, "more time")}`,
      summary: `View ${counted(entry.lines.length, "earlier entry", "earlier entries")}`,
    };
  const length = entry.lines.length + entry.omitted;
  const [from, to] = [utcClock(entry.from), utcClock(entry.at)];
  const summary = entry.omitted > 0 ? `View the last ${entry.lines.length}` : "View each";
  const between = { about: from === to ? null : `Between ${from} and ${to}`, summary };
  const monitors = counted(length, "monitor");
  return entry.of === "propagated"
    ? ({ ...between, icon: GitMerge, tone: "down", lead: `${monitors} joined` } as const)
    : ({ ...between, icon: TrendingUp, tone: "up", lead: `${monitors} recovered` } as const);
}

function Lines({ children }: { children: ReactNode }) {
  return (
    <ol className="relative space-y-5 before:absolute before:top-2 before:bottom-2 before:left-3.5 before:w-px before:bg-line">
      {children}
    </ol>
  );
}

function Entry({ entry, incidentId }: { entry: TimelineLine; incidentId: number }) {
  return (
    <li className="relative min-h-7 pt-1 pl-10">
      <TimelineIcon line={entry} />
      {entry.kind === "update" && <UpdateEntry update={entry.update} />}
      {entry.kind === "comment" && (
        <Line
          at={entry.at}
          lead={`${entry.comment.by} · private`}
          menu={<CommentMenu comment={entry.comment} incidentId={incidentId} />}
        >
          <UpdateText text={entry.comment.text} />
        </Line>
      )}
      {entry.kind === "delivery" && (
        <Line at={entry.at} lead={`Notification to ${entry.text}: ${eventTitle(entry.event)}`}>
          <DeliveryState status={entry.status} reason={entry.reason} />
        </Line>
      )}
      {entry.kind === "decision" && (
        <Line at={entry.at} lead={entry.word}>
          <p className="break-words text-muted">
            <ClockTimes text={entry.text} at={entry.at} />
            {entry.checksHref && (
              <>
                {" "}
                <Link href={entry.checksHref} className="whitespace-nowrap underline underline-offset-2">
                  View checks
                </Link>
              </>
            )}
          </p>
          {entry.markdown && (
            <Fold
              className={BOXED_FOLD}
              head={
                <>
                  <span className="font-medium">View draft</span>
                  <span className="ml-auto text-muted">Members only</span>
                </>
              }
            >
              <div className="border-t border-line px-3 py-3">
                <UpdateText text={entry.markdown} />
              </div>
            </Fold>
          )}
          {entry.exchanges.map(({ region, trace }) => (
            <ExchangeView
              key={region}
              title={`Request and response from ${regionLabelList([region])}`}
              exchange={trace}
            />
          ))}
        </Line>
      )}
    </li>
  );
}

function DeliveryState({ status, reason }: { status: string; reason: string | null }) {
  return (
    <span className="flex flex-wrap items-center gap-2 text-muted">
      <StateMark state={status as StateWord} size="sm" /> {reason}
    </span>
  );
}

function Line({
  at,
  lead,
  menu,
  children,
}: {
  at: string;
  lead: string;
  menu?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <div className="mb-0.5 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{lead}</span>
        <span className="flex items-center text-[13px] text-muted">
          <Time at={at} as="date" />
          {menu && <span className="-my-2 -mr-2 ml-1">{menu}</span>}
        </span>
      </div>
      {children}
    </>
  );
}

function UpdateEntry({ update }: { update: IncidentUpdate }) {
  const scheduled = Date.parse(update.published_at) > now().getTime();
  return (
    <div className="-mt-1 rounded-xl bg-sunken px-4 py-3">
      <div className="mb-1 flex items-start gap-2">
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
          <StateMark state={update.state} size="sm" />
          {scheduled && <StateMark state="scheduled" size="sm" />}
          <span className="text-[13px] text-muted">{update.creator.label} · public</span>
          <span className="text-[13px] text-muted">
            <Time at={update.published_at} as="date" />
          </span>
        </span>
        <span className="-mt-1 -mr-2">
          <UpdateMenu update={update} />
        </span>
      </div>
      <UpdateText text={update.content} />
    </div>
  );
}

"use client";
import { ChevronRight, Waves } from "lucide-react";
import type { ReactNode } from "react";
import { ExchangeView } from "@/components/monitors/exchange-view";
import { StateMark } from "@/components/ui/state-mark";
import { ClockTimes } from "@/components/ui/time/clock-times";
import { Time } from "@/components/ui/time/time";
import { eventTitle } from "@/lib/contract/alerting/event-words";
import type { IncidentTimeline } from "@/lib/contract/incidents/timeline";
import type { IncidentUpdate } from "@/lib/contract/incidents/updates";
import { counted } from "@/lib/presenters/core/format";
import type { StateWord } from "@/lib/presenters/core/states";
import { type TimelineLine, timelineEntries } from "@/lib/presenters/incidents/timeline";
import { foldRepeats } from "@/lib/presenters/incidents/timeline-repeats";
import { regionLabelList } from "@/lib/presenters/monitors/region-labels";
import { now } from "@/lib/shared/clock";
import { CommentMenu } from "./comment-menu";
import { IconMark, TimelineIcon } from "./timeline-icon";
import { UpdateMenu } from "./update-menu";
import { UpdateText } from "./update-text";

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
      {foldRepeats(timelineEntries(timeline, updates)).map((entry) =>
        entry.kind === "repeats" ? (
          <li key={entry.key} className="relative min-h-7 pt-1 pl-10">
            <IconMark icon={Waves} tone="warn" />
            <Line at={entry.at} lead={`Failed again ${counted(entry.failures, "more time")}`}>
              <Fold summary={`View ${counted(entry.lines.length, "earlier entry", "earlier entries")}`}>
                <Lines>
                  {entry.lines.map((line) => (
                    <Entry key={line.key} entry={line} incidentId={incidentId} />
                  ))}
                </Lines>
              </Fold>
            </Line>
          </li>
        ) : (
          <Entry key={entry.key} entry={entry} incidentId={incidentId} />
        ),
      )}
    </Lines>
  );
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
          <span className="flex flex-wrap items-center gap-2 text-muted">
            <StateMark state={entry.status as StateWord} size="sm" /> {entry.reason}
          </span>
        </Line>
      )}
      {entry.kind === "decision" && (
        <Line at={entry.at} lead={entry.word}>
          <p className="break-words text-muted">
            <ClockTimes text={entry.text} at={entry.at} />
          </p>
          {entry.markdown && (
            <Fold summary="View draft" aside="Members only">
              <UpdateText text={entry.markdown} />
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

/** Renders what is long and needed rarely, such as the post-mortem draft, collapsed. */
function Fold({ summary, aside, children }: { summary: string; aside?: string; children: ReactNode }) {
  return (
    <details className="group/fold mt-2 rounded-lg border border-line bg-surface">
      <summary className="flex list-none items-center gap-1.5 px-3 py-2 text-[13px] hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4 shrink-0 text-muted transition-transform group-open/fold:rotate-90"
          aria-hidden="true"
        />
        <span className="font-medium">{summary}</span>
        {aside && <span className="ml-auto text-muted">{aside}</span>}
      </summary>
      <div className="border-t border-line px-3 py-3">{children}</div>
    </details>
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

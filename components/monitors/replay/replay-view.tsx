import { cn } from "@/components/ui/class-names";
import { ClockTimes } from "@/components/ui/time/clock-times";
import { Time } from "@/components/ui/time/time";
import type { Replay } from "@/lib/contract/incidents/replay";
import { type ReplayChange, type ReplayRow, replayChanges, replayRows } from "@/lib/presenters/checks/replay";
import { counted } from "@/lib/presenters/core/format";

/** Shows the summary, both timelines, each difference with its reason, and what the results can't answer. */
export function ReplayView({ answer, stale }: { answer: Replay; stale: boolean }) {
  const rows = replayRows(answer);
  const changes = replayChanges(answer);
  return (
    <div className={cn("space-y-4", stale && "opacity-60")} aria-live="polite">
      <p className="font-medium text-pretty">{answer.summary}</p>
      {rows && answer.range.from && answer.range.to && (
        <Timeline rows={rows} from={answer.range.from} to={answer.range.to} />
      )}
      {changes.length > 0 && (
        <ul className="max-h-80 divide-y divide-line overflow-y-auto rounded-lg border border-line">
          {changes.map((change) => (
            <Change key={change.key} change={change} />
          ))}
        </ul>
      )}
      <div className="space-y-1.5 text-[13px] text-muted">
        {answer.range.results > 0 && (
          <p className="tabular">
            Based on {counted(answer.range.results, "stored result")}. Results are kept for{" "}
            {counted(answer.range.retention_days, "day")}.
          </p>
        )}
        {answer.notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </div>
  );
}

function Timeline({ rows, from, to }: { rows: readonly ReplayRow[]; from: string; to: string }) {
  return (
    <div className="space-y-2.5">
      {rows.map((row) => (
        <div key={row.label}>
          <p className="mb-1 flex flex-wrap justify-between gap-x-3 text-[13px]">
            <span className="font-medium">{row.label}</span>
            <span className="text-muted tabular">{row.note}</span>
          </p>
          <div
            role="img"
            aria-label={`${row.label}: ${row.note}`}
            className="relative h-6 overflow-hidden rounded-md bg-up-soft"
          >
            {row.bars.map((bar) => (
              <span
                key={bar.key}
                className={cn(
                  "absolute min-w-[3px] rounded-[2px]",
                  bar.only ? "inset-y-0 bg-down-fill" : "inset-y-[5px] bg-muted",
                )}
                style={{ left: `min(${bar.left}%, calc(100% - 3px))`, width: `${bar.width}%` }}
              />
            ))}
          </div>
        </div>
      ))}
      <p className="flex justify-between gap-3 text-xs text-muted">
        <Time at={from} as="date" />
        <Time at={to} as="date" />
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        <span className="inline-flex items-center gap-1.5">
          <span className="h-2 w-3 rounded-[2px] bg-muted" aria-hidden="true" /> in both
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span className="h-3.5 w-3 rounded-[2px] bg-down-fill" aria-hidden="true" /> in one only
        </span>
      </p>
    </div>
  );
}

const KINDS = {
  more: { word: "Added", look: "bg-down-soft text-down" },
  fewer: { word: "Removed", look: "bg-calm-soft text-calm" },
  moved: { word: "Moved", look: "bg-sunken text-muted" },
} as const;

function Change({ change }: { change: ReplayChange }) {
  const { word, look } = KINDS[change.kind];
  return (
    <li className="px-3 py-2.5 text-[13px]">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className={cn("rounded-full px-2 py-0.5 text-xs font-medium", look)}>{word}</span>
        <Time at={change.at} as="date" />
        <span className="text-muted">{change.what}</span>
      </p>
      <p className="mt-1 break-words text-muted">
        <ClockTimes text={change.reason} at={change.at} />
      </p>
    </li>
  );
}

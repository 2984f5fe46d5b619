"use client";
import type { ReactNode } from "react";
import { useProtocols } from "@/components/page/protocols";
import { cn } from "@/components/ui/class-names";
import { Fold } from "@/components/ui/overlays/fold";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import type { Result } from "@/lib/contract/checks/results";
import { brokenPhase, phasesOf } from "@/lib/presenters/checks/result-phases";
import { micros } from "@/lib/presenters/core/format";
import { detailLines } from "@/lib/presenters/monitors/protocols";
import { regionLabel } from "@/lib/presenters/monitors/region-labels";
import { PhaseBars } from "./phase-bars";

/** Lists results. Each expands to its phases, its assertions, and whatever `more` adds. */
export function ResultRows({
  results,
  group,
  open = false,
  isChecked = true,
  times = "ago",
  more,
}: {
  results: readonly Result[];
  /** Expanding a row closes the other rows of its group. */
  group: string;
  /** Whether rows start expanded. */
  open?: boolean;
  /** Whether regions checked, in phases. */
  isChecked?: boolean;
  /** How times are written. Those of a short period look the same relative to now. */
  times?: "ago" | "date";
  more: (result: Result) => ReactNode;
}) {
  return (
    <ul>
      {results.map((result) => (
        <li
          data-row
          key={`${result.region}${result.scheduled_at}`}
          className="border-b border-line last:border-0"
        >
          <Fold
            name={group}
            open={open}
            headClass="gap-x-3 gap-y-1 px-4 py-2 focus-visible:outline-offset-[-2px] max-sm:flex-wrap"
            head={
              <>
                <span className="w-28 shrink-0 max-sm:w-auto">
                  <StateMark state={result.outcome} size="sm" />
                </span>
                <span
                  className={cn(
                    "w-24 shrink-0 max-sm:w-auto max-sm:min-w-0 max-sm:shrink max-sm:flex-1 max-sm:truncate",
                    !isChecked && "sm:hidden",
                  )}
                >
                  {isChecked && regionLabel(result.region)}
                </span>
                <span className="w-16 shrink-0 text-right tabular max-sm:w-auto">
                  {micros(result.timings.total)}
                </span>
                <span
                  className={cn(
                    "min-w-0 flex-1 truncate text-muted max-sm:order-last max-sm:basis-full max-sm:pl-7",
                    !result.error && "max-sm:hidden",
                  )}
                >
                  {result.error?.message ?? (result.status_code ? `HTTP ${result.status_code}` : "")}
                </span>
                <span className="text-[13px] whitespace-nowrap text-muted max-sm:min-w-18 max-sm:text-right">
                  <Time at={result.started_at} as={times} />
                </span>
              </>
            }
          >
            <ResultBody result={result} isChecked={isChecked}>
              {more(result)}
            </ResultBody>
          </Fold>
        </li>
      ))}
    </ul>
  );
}

function ResultBody({
  result,
  isChecked,
  children,
}: {
  result: Result;
  isChecked: boolean;
  children: ReactNode;
}) {
  const phases = phasesOf(result);
  const protocols = useProtocols();
  return (
    <div className="grid gap-5 bg-sunken px-4 py-4 sm:pl-11 md:grid-cols-2">
      {isChecked && <PhaseBars phases={phases} broken={brokenPhase(result, phases)} />}
      <div className="min-w-0 space-y-1.5 text-[13px]">
        {result.error && (
          <p className={cn("break-words", result.outcome === "down" ? "text-down" : "text-muted")}>
            {result.error.message}
          </p>
        )}
        {result.remote_address && (
          <p>
            <span className="text-muted">Address</span>{" "}
            <code className="font-mono">{result.remote_address}</code>
          </p>
        )}
        {detailLines(protocols, result.details).map(({ label, text }) => (
          <p key={label} className="break-words">
            <span className="text-muted">{label}</span> {text}
          </p>
        ))}
        {result.redirects.length > 0 && (
          <p className="break-all">
            <span className="text-muted">Redirected to</span> {result.redirects.join(" → ")}
          </p>
        )}
        {result.assertions.map((assertion) => (
          <p
            key={`${assertion.type}${assertion.selector}${assertion.operator}${assertion.expected}`}
            className="flex flex-wrap items-center gap-1.5"
          >
            <StateMark state={assertion.passed ? "up" : "down"} word={false} />
            {assertion.type.replaceAll("_", " ")} {assertion.selector}{" "}
            {assertion.operator.replaceAll("_", " ")} <code className="font-mono">{assertion.expected}</code>
            {!assertion.passed && <span className="text-muted">got {assertion.actual ?? "nothing"}</span>}
          </p>
        ))}
        {result.warnings.map((warning) => (
          <p key={warning} className="text-warn">
            {warning}
          </p>
        ))}
      </div>
      {children}
    </div>
  );
}

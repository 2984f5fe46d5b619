"use client";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { HeartbeatSignal } from "@/lib/contract/checks/heartbeats";
import { duration, number as formatted } from "@/lib/presenters/core/format";

const SHOWN = 10;
const KINDS = {
  success: "Success",
  start: "Start",
  fail: "Failure",
  log: "Log",
  acknowledge: "Acknowledged",
};

/** Lists the last signals of a heartbeat monitor. Each expands to its sender and body. */
export function SignalsCard({
  monitorId,
  signals,
}: {
  monitorId: number;
  signals: readonly HeartbeatSignal[];
}) {
  const [all, setAll] = useState(false);
  if (signals.length === 0) return null;
  const shown = all ? signals : signals.slice(0, SHOWN);
  return (
    <Card title="Last signals" flush>
      <ul>
        {shown.map((signal) => (
          <SignalRow key={signal.number} monitorId={monitorId} signal={signal} />
        ))}
      </ul>
      {signals.length > shown.length && (
        <button
          type="button"
          className="w-full px-4 py-2 text-left text-[13px] font-medium hover:bg-hover"
          onClick={() => setAll(true)}
        >
          {`Show all ${signals.length}`}
        </button>
      )}
    </Card>
  );
}

function SignalRow({ monitorId, signal }: { monitorId: number; signal: HeartbeatSignal }) {
  const [isOpen, setIsOpen] = useState(false);
  const { kind, exit_status: exit, run_time: ms, number } = signal;
  return (
    <li data-row className="border-b border-line last:border-0">
      <details className="group" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="flex list-none flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 hover:bg-hover focus-visible:outline-offset-[-2px] [&::-webkit-details-marker]:hidden">
          <ChevronRight
            className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
            aria-hidden="true"
          />
          <span className="w-12 shrink-0 text-muted tabular">{`#${formatted(number)}`}</span>
          <span className="flex w-24 shrink-0 items-center gap-1">
            {(kind === "success" || kind === "fail") && (
              <StateMark state={kind === "fail" ? "down" : "up"} size="sm" word={false} />
            )}
            {KINDS[kind]}
          </span>
          <span className="min-w-0 flex-1 truncate text-[13px] text-muted">
            {[
              exit !== null && `exit status ${exit}`,
              ms !== null && `took ${ms < 1000 ? `${ms} ms` : duration(ms / 1000)}`,
              signal.message,
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
          <Time at={signal.received_at} />
        </summary>
        {isOpen && <SignalDetail monitorId={monitorId} signal={signal} />}
      </details>
    </li>
  );
}

function SignalDetail({ monitorId, signal }: { monitorId: number; signal: HeartbeatSignal }) {
  const { data } = useQuery(
    query(routes.getHeartbeatSignal, { params: { monitorId, number: signal.number } }),
  );
  const { method, remote_address: address, user_agent: agent, run_id: runId, body_bytes: bytes } = signal;
  return (
    <div className="space-y-2 px-4 pb-3 text-[13px]">
      <p className="break-words text-muted">
        {[method, address && `from ${address}`, agent, runId && `run ${runId}`].filter(Boolean).join(" · ")}
      </p>
      {bytes > 0 && !data && <Skeleton lines={2} />}
      {data?.body && (
        <>
          <pre className="max-h-80 overflow-auto rounded-lg bg-sunken p-3 font-mono break-words whitespace-pre-wrap">
            {data.body}
          </pre>
          {bytes > 100_000 && (
            <p className="text-muted">{`The first 100,000 of ${formatted(bytes)} bytes were kept.`}</p>
          )}
        </>
      )}
    </div>
  );
}

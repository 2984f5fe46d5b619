import type { Heartbeat, HeartbeatSignal } from "@/lib/contract/checks/heartbeats";
import { found, recordNotFound } from "@/lib/contract/core/errors";
import { HeartbeatRequest } from "@/lib/contract/protocols/heartbeat";
import { isReported } from "@/lib/contract/protocols/lookup";
import { nextDeadline } from "@/lib/domain/checks/heartbeat";
import { stateOf } from "@/lib/engine/heartbeats/process";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { pingKeyOf } from "@/lib/services/monitors/heartbeat-tokens";
import { readableRequest } from "@/lib/services/monitors/request";
import { isoSeconds } from "@/lib/shared/clock";
import { appUrl } from "@/lib/shared/env";
import { type SignalRow, selectSignal, selectSignals } from "@/lib/store/checks/heartbeat-signals";
import { selectHeartbeats } from "@/lib/store/checks/heartbeats";
import { selectReception } from "@/lib/store/checks/reception";
import { tx } from "@/lib/store/core/tx";
import { selectMonitor } from "@/lib/store/monitors/monitors";

const INTERRUPTIONS_SHOWN = 10;

/** Returns how to send signals to a heartbeat monitor, and what it received and expects. */
export async function getHeartbeat(caller: Caller, monitorId: number): Promise<Heartbeat> {
  requirePermission(caller, "uptime:read");
  const projectId = projectOf(caller);
  const monitor = found(await selectMonitor(projectId, monitorId));
  if (!isReported(monitor.protocol)) throw recordNotFound();
  const [row] = await tx((trx) => selectHeartbeats(trx, [projectId], [monitorId]));
  const { gaps } = await selectReception();
  const request = HeartbeatRequest.parse(readableRequest(monitor).request);
  const interruptions = { resumedAt: row?.resumed_at?.getTime() ?? 0, gaps };
  const isPaused = monitor.status === "paused";
  const deadline = row && !isPaused ? nextDeadline(stateOf(row), request, interruptions) : null;
  const base = appUrl();
  return {
    ping_url: request.token && `${base}/ping/${request.token}`,
    slug_url: request.slug && `${base}/ping/${await pingKeyOf(projectId)}/${request.slug}`,
    push_url: request.token && `${base}/api/push/${request.token}`,
    last_signal_at: row?.last_signal_at ? isoSeconds(row.last_signal_at) : null,
    expected_at: deadline && isoSeconds(new Date(deadline.expected)),
    deadline_at: deadline && isoSeconds(new Date(deadline.at)),
    running: row?.runs.length ?? 0,
    signals: (await selectSignals({ projectId, monitorId })).map(toSignal),
    interruptions: gaps
      .slice(-INTERRUPTIONS_SHOWN)
      .reverse()
      .map(({ from, to }) => ({
        started_at: isoSeconds(new Date(from)),
        ended_at: isoSeconds(new Date(to)),
      })),
  };
}

/** Returns a signal with the kept part of its body. */
export async function getHeartbeatSignal(caller: Caller, monitorId: number, number: number) {
  requirePermission(caller, "uptime:read");
  const row = found(await selectSignal({ projectId: projectOf(caller), monitorId }, number));
  return { ...toSignal(row), body: row.body?.toString("utf8") ?? null };
}

function toSignal(row: SignalRow): HeartbeatSignal {
  const { number, kind, run_id, exit_status, message, method, user_agent, remote_address, body_bytes } = row;
  const sent = { method, user_agent, remote_address, body_bytes };
  return {
    number,
    kind,
    run_id,
    exit_status,
    message,
    ...sent,
    run_time: row.run_ms,
    received_at: isoSeconds(row.received_at),
  };
}

import type { Heartbeat, HeartbeatSignal, MappedPayload } from "@/lib/contract/checks/heartbeats";
import { found, recordNotFound } from "@/lib/contract/core/errors";
import type { AlertMapping } from "@/lib/contract/protocols/external";
import { HeartbeatRequest } from "@/lib/contract/protocols/heartbeat";
import { isReported, receivesAlerts } from "@/lib/contract/protocols/lookup";
import { mappedAlert, openAlerts } from "@/lib/domain/checks/alerts";
import { nextDeadline } from "@/lib/domain/checks/heartbeat";
import { stateOf } from "@/lib/engine/heartbeats/process";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { pingKeyOf } from "@/lib/services/monitors/heartbeat-tokens";
import { readableRequest } from "@/lib/services/monitors/request";
import { isoSeconds } from "@/lib/shared/clock";
import { appUrl } from "@/lib/shared/env";
import {
  type PayloadRow,
  type SignalRow,
  selectPayloads,
  selectSignal,
  selectSignals,
} from "@/lib/store/checks/heartbeat-signals";
import { selectHeartbeats } from "@/lib/store/checks/heartbeats";
import { selectReception } from "@/lib/store/checks/reception";
import { tx } from "@/lib/store/core/tx";
import { selectMonitor } from "@/lib/store/monitors/monitors";

const INTERRUPTIONS_SHOWN = 10;
const PAYLOADS_SHOWN = 20;

/** Returns how to send signals to a monitor that reports in, and what it received and expects. */
export async function getHeartbeat(caller: Caller, monitorId: number): Promise<Heartbeat> {
  requirePermission(caller, "uptime:read");
  const projectId = projectOf(caller);
  const monitor = await reportingMonitor(projectId, monitorId);
  const [row] = await tx((trx) => selectHeartbeats(trx, [projectId], [monitorId]));
  const { gaps } = await selectReception();
  const request = readableRequest(monitor).request as { token: string | null; slug: string | null };
  const isExternal = receivesAlerts(monitor.protocol);
  const interruptions = { resumedAt: row?.resumed_at?.getTime() ?? 0, gaps };
  const isDue = row && !isExternal && monitor.status !== "paused";
  const deadline = isDue ? nextDeadline(stateOf(row), HeartbeatRequest.parse(request), interruptions) : null;
  const base = appUrl();
  const token = isExternal ? null : request.token;
  return {
    ping_url: token && `${base}/ping/${token}`,
    slug_url: token && request.slug && `${base}/ping/${await pingKeyOf(projectId)}/${request.slug}`,
    push_url: token && `${base}/api/push/${token}`,
    receive_url: isExternal && request.token ? `${base}/api/in/${request.token}` : null,
    open_alerts: (row && isExternal ? openAlerts(stateOf(row)) : []).map(({ at, ...alert }) => ({
      ...alert,
      last_signal_at: isoSeconds(new Date(at)),
    })),
    last_signal_at: row?.last_signal_at ? isoSeconds(row.last_signal_at) : null,
    expected_at: deadline && isoSeconds(new Date(deadline.expected)),
    deadline_at: deadline && isoSeconds(new Date(deadline.at)),
    running: isExternal ? 0 : (row?.runs.length ?? 0),
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

async function reportingMonitor(projectId: number, monitorId: number) {
  const monitor = found(await selectMonitor(projectId, monitorId));
  if (!isReported(monitor.protocol)) throw recordNotFound();
  return monitor;
}

/** Applies a mapping to a monitor's last payloads. */
export async function tryMapping(
  caller: Caller,
  monitorId: number,
  mapping: AlertMapping,
): Promise<{ payloads: MappedPayload[] }> {
  requirePermission(caller, "uptime:read");
  const projectId = projectOf(caller);
  await reportingMonitor(projectId, monitorId);
  const rows = await selectPayloads({ projectId, monitorId }, PAYLOADS_SHOWN);
  return { payloads: rows.map((row) => mapped(row, mapping)) };
}

const EFFECTS = { fail: "opens", success: "recovers", log: "none", acknowledge: "none" } as const;

function mapped({ number, received_at, body }: PayloadRow, mapping: AlertMapping): MappedPayload {
  const payload = body.toString("utf8");
  const shown = { number, received_at: isoSeconds(received_at), payload };
  try {
    const { kind, key, title } = mappedAlert(JSON.parse(payload), mapping);
    return { ...shown, effect: EFFECTS[kind], key, title };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ...shown, effect: "unreadable", key: null, title: null };
  }
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

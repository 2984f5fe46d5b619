import { type NotNull, type Selectable, sql } from "kysely";
import type { Signal } from "@/lib/domain/checks/heartbeat";
import { bigints, ints, smallints, texts, timestamps } from "@/lib/store/core/binary-array";
import { write } from "@/lib/store/core/connection/statements";
import { db } from "@/lib/store/core/pool";
import { among, type Projects } from "@/lib/store/core/sharding/projects";
import { retried, type Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";
import type { HeartbeatKey } from "./heartbeats";

/** How many signals of a monitor are kept. */
export const SIGNALS_KEPT = 100;

/** A signal as it was received. */
export interface ReceivedSignal extends HeartbeatKey, Signal {
  /** A UUID that sorts by time. */
  readonly id: string;
  readonly method: string;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly body: Buffer | null;
  /** Size of the body as sent. */
  readonly bodyBytes: number;
}

const INSERT = `
  insert into heartbeat_signals (project_id, monitor_id, id, kind, run_id, exit_status, message, received_at, run_ms, method,
    user_agent, remote_address, body, body_bytes)
  select h.project_id, h.monitor_id, u.id::uuid, u.kind, u.run_id, u.exit_status, u.message, u.received_at, u.run_ms, u.method, u.user_agent,
    u.remote_address, u.body, u.body_bytes
  from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::smallint[], $7::text[], $8::timestamptz[],
    $9::bigint[], $10::text[], $11::text[], $12::text[], $13::bytea[], $14::int[])
    as u(project_id, monitor_id, id, kind, run_id, exit_status, message, received_at, run_ms, method, user_agent, remote_address, body,
      body_bytes)
  join heartbeats h on h.project_id = any ($15::bigint[]) and h.project_id = u.project_id and h.monitor_id = u.monitor_id
  on conflict do nothing`;

/** Stores signals of the projects durably, for processing. Skips repeats, and those of deleted monitors. */
export async function insertSignals(projects: Projects, signals: readonly ReceivedSignal[]): Promise<void> {
  const values = [
    bigints(signals.map(({ projectId }) => projectId)),
    bigints(signals.map(({ monitorId }) => monitorId)),
    texts(signals.map(({ id }) => id)),
    texts(signals.map(({ kind }) => kind)),
    texts(signals.map(({ runId }) => runId)),
    smallints(signals.map(({ exitStatus }) => exitStatus)),
    texts(signals.map(({ message }) => message)),
    timestamps(signals.map(({ receivedAt }) => receivedAt)),
    bigints(signals.map(({ runMs }) => runMs)),
    texts(signals.map(({ method }) => method)),
    texts(signals.map(({ userAgent }) => userAgent)),
    texts(signals.map(({ address }) => address)),
    signals.map(({ body }) => body),
    ints(signals.map(({ bodyBytes }) => bodyBytes)),
    projects,
  ];
  await retried(() => write(INSERT, values));
}

export interface WaitingSignal extends Signal, HeartbeatKey {
  readonly id: string;
  readonly address: string | null;
}

/** Returns the unprocessed signals of locked monitors, oldest first. */
export async function waitingSignals(
  trx: Tx,
  projects: Projects,
  ids: readonly number[],
): Promise<WaitingSignal[]> {
  const { rows } = await sql<WaitingSignal>`
    select project_id as "projectId", monitor_id as "monitorId", id, kind, run_id as "runId", exit_status as "exitStatus", message,
      date_part('epoch', received_at) * 1000 as "receivedAt", run_ms as "runMs", remote_address as address
    from heartbeat_signals
    where monitor_id = any (${ids}::bigint[]) and ${among("project_id", projects)} and number is null order by id`.execute(
    trx,
  );
  return rows;
}

/** Returns monitors with unprocessed signals, which a server left that stopped. */
export async function monitorsWithWaiting(projects: Projects, limit: number): Promise<HeartbeatKey[]> {
  const { rows } = await sql<HeartbeatKey>`
    select distinct project_id as "projectId", monitor_id as "monitorId" from (
      select project_id, monitor_id from heartbeat_signals where ${among("project_id", projects)} and number is null order by received_at limit ${limit}) waiting`.execute(
    db(),
  );
  return rows;
}

export interface ProcessedSignal extends HeartbeatKey {
  readonly id: string;
  readonly number: number;
  readonly runMs: number | null;
}

/** Numbers processed signals, and deletes those that are no longer kept. */
export async function numberSignals(
  trx: Tx,
  projects: Projects,
  done: readonly ProcessedSignal[],
): Promise<void> {
  if (done.length === 0) return;
  const ids = bigints(done.map(({ monitorId }) => monitorId));
  await sql`
    update heartbeat_signals s set number = u.number, run_ms = u.run_ms
    from unnest(${ids}::bigint[], ${texts(done.map(({ id }) => id))}::text[], ${bigints(done.map(({ number }) => number))}::bigint[],
      ${bigints(done.map(({ runMs }) => runMs))}::bigint[]) as u(monitor_id, id, number, run_ms)
    where s.monitor_id = any (${ids}::bigint[]) and s.monitor_id = u.monitor_id and s.id = u.id::uuid and ${among("s.project_id", projects)}`.execute(
    trx,
  );
  const newest = new Map(done.map(({ monitorId, projectId, number }) => [monitorId, { projectId, number }]));
  const full = [...newest].filter(([, { number }]) => number > SIGNALS_KEPT);
  if (full.length === 0) return;
  await sql`
    delete from heartbeat_signals s
    using unnest(${full.map(([, { projectId }]) => projectId)}::bigint[], ${full.map(([id]) => id)}::bigint[],
      ${full.map(([, { number }]) => number - SIGNALS_KEPT)}::bigint[]) as u(project_id, monitor_id, number)
    where s.project_id = u.project_id and s.monitor_id = u.monitor_id and s.number <= u.number
      and ${among("s.project_id", projects)}`.execute(trx);
}

export type SignalRow = Pick<
  Selectable<Database["heartbeat_signals"]>,
  Exclude<(typeof COLUMNS)[number], "number">
> & {
  number: number;
};

const COLUMNS = [
  ...(["number", "kind", "run_id", "exit_status", "message", "received_at", "run_ms"] as const),
  ...(["method", "user_agent", "remote_address", "body_bytes"] as const),
] as const;

/** Returns a monitor's processed signals, newest first. */
export async function selectSignals({ projectId, monitorId }: HeartbeatKey): Promise<SignalRow[]> {
  return db()
    .selectFrom("heartbeat_signals")
    .select(COLUMNS)
    .where("project_id", "=", projectId)
    .where("monitor_id", "=", monitorId)
    .where("number", "is not", null)
    .orderBy("number", "desc")
    .limit(SIGNALS_KEPT)
    .$narrowType<{ number: NotNull }>()
    .execute();
}

/** Returns one signal with the part of its body that was kept. */
export async function selectSignal(
  { projectId, monitorId }: HeartbeatKey,
  number: number,
): Promise<(SignalRow & { body: Buffer | null }) | null> {
  const row = await db()
    .selectFrom("heartbeat_signals")
    .select([...COLUMNS, "body"])
    .where("project_id", "=", projectId)
    .where("monitor_id", "=", monitorId)
    .where("number", "=", number)
    .$narrowType<{ number: NotNull }>()
    .executeTakeFirst();
  return row ?? null;
}

/** A signal with a body. */
export interface PayloadRow {
  number: number;
  received_at: Date;
  body: Buffer;
}

/** Returns the last signals of a monitor that have bodies, newest first. */
export async function selectPayloads(
  { projectId, monitorId }: HeartbeatKey,
  limit: number,
): Promise<PayloadRow[]> {
  return db()
    .selectFrom("heartbeat_signals")
    .select(["number", "received_at", "body"])
    .where("project_id", "=", projectId)
    .where("monitor_id", "=", monitorId)
    .where("number", "is not", null)
    .where("body", "is not", null)
    .orderBy("number", "desc")
    .limit(limit)
    .$narrowType<{ number: NotNull; body: NotNull }>()
    .execute();
}

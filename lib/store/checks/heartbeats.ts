import { sql } from "kysely";
import type { HeartbeatState } from "@/lib/domain/checks/heartbeat";
import { bigints, jsonbs, texts, timestamps } from "@/lib/store/core/binary-array";
import { db } from "@/lib/store/core/pool";
import { requireAllNodes } from "@/lib/store/core/sharding/nodes";
import { among, type Projects, requireNodeOf } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";

/** Names a heartbeat monitor. */
export interface HeartbeatKey {
  readonly projectId: number;
  readonly monitorId: number;
}

export interface HeartbeatRow {
  monitor_id: number;
  project_id: number;
  protocol: string;
  request: Record<string, unknown>;
  signals: number;
  last_signal_at: Date | null;
  last_result_at: Date | null;
  awaited_since: Date | null;
  last_address: string | null;
  runs: HeartbeatState["runs"];
  /** When the monitor was last resumed or changed. */
  resumed_at: Date | null;
}

/** Registers monitors of a project under their tokens and slugs, which groups lack, and has them evaluated with their present settings. */
export async function registerHeartbeats(
  trx: Tx,
  projectId: number,
  rows: readonly {
    readonly monitorId: number;
    readonly tokenHash: Buffer | null;
    readonly slug: string | null;
  }[],
): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto("heartbeats")
    .values(
      rows.map(({ monitorId, tokenHash, slug }) => ({
        monitor_id: monitorId,
        project_id: projectId,
        token_hash: tokenHash,
        slug,
        due_at: sql<Date>`now()`,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["monitor_id", "project_id"]).doUpdateSet((row) => ({
        token_hash: row.ref("excluded.token_hash"),
        slug: row.ref("excluded.slug"),
        due_at: row.ref("excluded.due_at"),
      })),
    )
    .execute();
}

/** Monitor or project that a token stands for. */
export interface TokenRow extends HeartbeatKey {
  readonly tokenHash: Buffer;
  readonly slug: string | null;
  readonly protocol: string;
  /** Without its secrets. */
  readonly request: Record<string, unknown>;
}

function tokens(from: Tx | ReturnType<typeof db>) {
  return from
    .selectFrom("heartbeats as h")
    .innerJoin("monitors as m", (join) =>
      join.onRef("m.project_id", "=", "h.project_id").onRef("m.id", "=", "h.monitor_id"),
    )
    .select(["h.project_id as projectId", "h.monitor_id as monitorId", "h.slug"])
    .select("h.token_hash as tokenHash")
    .$narrowType<{ tokenHash: Buffer }>()
    .where("h.token_hash", "is not", null)
    .select(["m.protocol", sql<TokenRow["request"]>`m.request`.as("request")]);
}

/** Returns the monitors that use one of the tokens. */
export async function heartbeatsOfTokens(
  hashes: readonly Buffer[],
  from: Tx | ReturnType<typeof db> = db(),
): Promise<TokenRow[]> {
  requireAllNodes();
  return tokens(from)
    .where("h.token_hash", "=", sql<Buffer>`any (${sql.val([...hashes])}::bytea[])`)
    .orderBy("h.monitor_id")
    .execute();
}

/** Returns some of the heartbeats, so that their tokens are known without the database. */
export async function selectKnownTokens(limit: number): Promise<TokenRow[]> {
  return tokens(db()).limit(limit).execute();
}

/** Returns the project of a ping key; null for an unknown one. */
export async function projectOfPingKey(hash: Buffer): Promise<number | null> {
  const row = await db()
    .selectFrom("ping_keys as k")
    .innerJoin("projects as p", "p.id", "k.project_id")
    .select("k.project_id")
    .where("k.key_hash", "=", hash)
    .where("p.deleted_at", "is", null)
    .executeTakeFirst();
  return row?.project_id ?? null;
}

/** Returns the monitors of a project with the slug, two at most. */
export async function heartbeatsOfSlug(projectId: number, slug: string): Promise<HeartbeatKey[]> {
  requireNodeOf([projectId]);
  return db()
    .selectFrom("heartbeats")
    .select(["project_id as projectId", "monitor_id as monitorId"])
    .where("project_id", "=", projectId)
    .where("slug", "=", slug)
    .limit(2)
    .execute();
}

/** Returns heartbeats whose time has come, oldest first. Those of stopped monitors wait until they are resumed. */
export async function dueHeartbeats(projects: Projects, now: Date, limit: number): Promise<HeartbeatKey[]> {
  const { rows } = await sql<HeartbeatKey>`
    select h.project_id as "projectId", h.monitor_id as "monitorId"
    from heartbeats h join monitors m on m.project_id = h.project_id and m.id = h.monitor_id
    where ${among("h.project_id", projects)} and ${among("m.project_id", projects)} and h.due_at <= ${now} and not m.paused and not m.paused_by_window and m.simulation is null
    order by h.due_at limit ${limit}`.execute(db());
  return rows;
}

/** Returns the heartbeats of locked monitors. */
export async function selectHeartbeats(
  trx: Tx,
  projects: Projects,
  ids: readonly number[],
): Promise<HeartbeatRow[]> {
  const { rows } = await sql<HeartbeatRow>`
    select h.monitor_id, h.project_id, h.signals, h.last_signal_at, h.last_result_at, h.awaited_since, h.last_address, h.runs,
      m.protocol, m.request, greatest(m.judged_since, (select max(p.ended_at) from monitor_pauses p
        where ${among("p.project_id", projects)} and p.project_id = h.project_id and p.monitor_id = h.monitor_id)) as resumed_at
    from heartbeats h join monitors m on ${among("m.project_id", projects)} and m.project_id = h.project_id and m.id = h.monitor_id
    where h.monitor_id = any (${ids}::bigint[]) and ${among("h.project_id", projects)} order by h.monitor_id`.execute(
    trx,
  );
  return rows;
}

export interface HeartbeatWrite extends HeartbeatKey {
  readonly state: HeartbeatState;
  readonly signals: number;
  readonly lastAddress: string | null;
  /** Epoch milliseconds. */
  readonly dueAt: number | null;
}

/** Writes the changes by signals and deadlines. */
export async function writeHeartbeats(
  trx: Tx,
  projects: Projects,
  writes: readonly HeartbeatWrite[],
): Promise<void> {
  if (writes.length === 0) return;
  const states = writes.map(({ state }) => state);
  const ids = bigints(writes.map(({ monitorId }) => monitorId));
  await sql`
    update heartbeats h set signals = u.signals, last_signal_at = u.last_signal_at, last_result_at = u.last_result_at,
      awaited_since = u.awaited_since, last_address = u.last_address, runs = u.runs, due_at = u.due_at
    from unnest(${ids}::bigint[], ${bigints(writes.map(({ signals }) => signals))}::bigint[],
      ${timestamps(states.map((each) => each.lastSignalAt))}::timestamptz[],
      ${timestamps(states.map((each) => each.lastResultAt))}::timestamptz[],
      ${timestamps(states.map((each) => each.awaitedSince))}::timestamptz[],
      ${texts(writes.map(({ lastAddress }) => lastAddress))}::text[],
      ${jsonbs(states.map(({ runs }) => JSON.stringify(runs)))}::jsonb[],
      ${timestamps(writes.map(({ dueAt }) => dueAt))}::timestamptz[])
      as u(monitor_id, signals, last_signal_at, last_result_at, awaited_since, last_address, runs, due_at)
    where h.monitor_id = any (${ids}::bigint[]) and h.monitor_id = u.monitor_id and ${among("h.project_id", projects)}`.execute(
    trx,
  );
}

/** Returns the encrypted ping key of a project; null before its first. */
export async function selectPingKey(projectId: number): Promise<Buffer | null> {
  const query = db().selectFrom("ping_keys").select("key").where("project_id", "=", projectId);
  return (await query.executeTakeFirst())?.key ?? null;
}

/** Saves a project's first ping key. Another server may have been first. */
export async function insertPingKey(projectId: number, keyHash: Buffer, key: Buffer): Promise<void> {
  await db()
    .insertInto("ping_keys")
    .values({ project_id: projectId, key_hash: keyHash, key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

import type pg from "pg";
import { HOURLY_ROLLUP_DAYS } from "@/lib/domain/core/retention";
import { now } from "@/lib/shared/clock";
import { FOR_COPIES } from "@/lib/store/core/connection/settings";
import { ensurePartitionsFor } from "../checks/partitions";
import { ensureRollupMonths } from "../checks/rollup-months";
import { KEEP_DIGEST } from "../core/app-secret";
import { appliedMigrations, tablesInOrder } from "./catalog";
import { COPY, Copied, END, Header, JOB, Job, SEQUENCE, Sequence } from "./format";
import { addJob, setSequence } from "./leftovers";
import { BackupReader } from "./reader";
import { copyRows } from "./rows";

/** Rows go to PostgreSQL unparsed, so that no number passes through a JavaScript double. */
export const LINE = /^\["([#\w]+)",(.*)\]$/s;

/**
 * Removes what another APP_SECRET can't decrypt. Integrations and monitors stay paused until their secrets are entered again,
 * because a check without its headers would cause a false alarm. Push keys are regenerated; browsers and pages' webhooks subscribe
 * again.
 * Two-factor secrets stay: turning them off is a person's decision.
 */
const EMPTY_SECRETS = `
  update integrations set secrets = null, paused = true,
    pause_reason = 'Its secret was lost with the earlier APP_SECRET. Enter it again, then resume.' where secrets is not null;
  update monitor_states s set status = 'paused', status_since = now(), status_reason = 'Its headers or body were lost with the earlier APP_SECRET'
    from monitors m where m.project_id = s.project_id and m.id = s.monitor_id and m.request_secrets is not null and not m.paused;
  insert into monitor_pauses (monitor_id, project_id, cause, started_at)
    select id, project_id, 'manual', now() from monitors where request_secrets is not null and not paused;
  update monitors set request_secrets = null, paused = true where request_secrets is not null;
  update page_subscribers set last_error = 'Its secret was lost with the earlier APP_SECRET. Subscribe again.' where url is not null;
  update page_subscribers set disabled_at = now() where url is not null and disabled_at is null;
  delete from idempotency_keys;
  delete from push_subscriptions;
  delete from push_keys`;

export interface ImportOptions {
  secretDigest: string;
  /** Deletes everything in the database first. Without it, a database with accounts is rejected. */
  replace: boolean;
  /** Continues although the stored secrets were encrypted with another APP_SECRET. */
  otherSecret: boolean;
}

/** Restores a backup in one transaction. Returns the number of rows. The schema must be up to date. */
export async function importBackup(
  client: pg.ClientBase,
  chunks: AsyncIterable<Buffer>,
  options: ImportOptions,
): Promise<number> {
  const reader = new BackupReader(chunks);
  const header = readHeader(await reader.line());
  refuseSecret(header, options);
  await refuseNewer(client, header);
  await refuseFilled(client, options);
  await ensurePartitionsFor(header.resultDays);
  await ensureRollupMonths(rollupsSince(header), now());
  await client.query("begin");
  try {
    await client.query(FOR_COPIES);
    const rows = await fill(client, header, reader);
    if (header.secretDigest !== options.secretDigest) await client.query(EMPTY_SECRETS);
    await client.query(KEEP_DIGEST, [options.secretDigest]);
    await client.query("commit");
    return rows;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/** Returns the oldest hour of rollups that a backup can contain: whole months are kept. */
export function rollupsSince({ createdAt }: Header): Date {
  return new Date(Date.parse(createdAt) - (HOURLY_ROLLUP_DAYS + 31) * 24 * 3600_000);
}

/** Parses the first line. Throws for another kind of file. */
export function readHeader(text: unknown): Header {
  try {
    return Header.parse(JSON.parse(String(text)));
  } catch {
    throw new Error("This file is not a Vedette backup: its first line isn't a backup header.");
  }
}

/** Throws when the stored secrets were encrypted with another APP_SECRET, unless they may be lost. */
export function refuseSecret(header: Header, options: Omit<ImportOptions, "replace">): void {
  if (header.secretDigest === options.secretDigest || options.otherSecret) return;
  throw new Error(
    "This backup was created with a different APP_SECRET, so its stored secrets (integrations, monitor headers, and bodies, two-factor) can't be decrypted. " +
      "Set APP_SECRET to the old value, or copy the app-secret file from the old data directory. To restore without these secrets, use --other-secret.",
  );
}

/** Throws when the backup is from a newer version. */
export async function refuseNewer(client: pg.ClientBase, header: Header): Promise<void> {
  const known = await appliedMigrations(client);
  const unknown = header.migrations.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new Error(
    `This backup was created by a newer version (migrations ${unknown.join(", ")}). Restore it with that version.`,
  );
}

/** Throws when the database has accounts or monitors, unless they may be replaced. */
export async function refuseFilled(
  client: pg.ClientBase,
  options: Pick<ImportOptions, "replace">,
): Promise<void> {
  if (options.replace) return;
  const { rows } = await client.query<{ filled: boolean }>(
    "select exists (select 1 from users) or exists (select 1 from monitors) as filled",
  );
  if (rows[0]?.filled)
    throw new Error(
      "The database is not empty. To delete its contents and restore the backup, use --replace.",
    );
}

async function fill(client: pg.ClientBase, header: Header, reader: BackupReader): Promise<number> {
  const known = await tablesInOrder(client);
  await client.query(`truncate ${known.join(", ")} cascade`);
  await client.query("delete from graphile_worker._private_jobs where locked_at is null");
  // Runners tell databases apart by this time, so they start from a new snapshot (lib/store/runners/config.ts).
  await client.query("update migrations set applied_at = clock_timestamp()");
  const allowed = new Set(header.tables.filter((table) => known.includes(table)));
  let rows = 0;
  for (let text = await reader.line(); text !== null; text = await reader.line()) {
    const [, kind = "", body = "null"] = LINE.exec(text) ?? [];
    const value: unknown = JSON.parse(body);
    if (kind === COPY) rows += await copyAllowed(client, Copied.parse(value), reader.rows(), allowed);
    if (kind === END) return finished(rows, value);
    if (kind === SEQUENCE) await setSequence(client, Sequence.parse(value));
    if (kind === JOB) await addJob(client, Job.parse(value));
  }
  throw new Error("The backup is truncated: its last line is missing. Nothing was changed.");
}

function copyAllowed(
  client: pg.ClientBase,
  copied: Copied,
  rows: AsyncGenerator<Buffer>,
  allowed: ReadonlySet<string>,
): Promise<number> {
  if (allowed.has(copied.table)) return copyRows(client, copied, rows);
  throw new Error(`The backup contains rows of an unknown table: ${JSON.stringify(copied.table)}`);
}

function finished(rows: number, expected: unknown): number {
  if (rows === expected) return rows;
  throw new Error(`The backup must have ${String(expected)} rows; got ${rows}. Nothing was changed.`);
}

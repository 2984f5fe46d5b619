import { sql } from "kysely";
import { db } from "./pool";
import type { Tx } from "./tx";

/** Newest rows of each kind to sample; one that decrypts is proof enough. */
const SAMPLE_ROWS = 20;

/** Stores the digest ($1) of the APP_SECRET that encrypts the stored secrets. */
export const KEEP_DIGEST =
  "insert into app_secret (id, digest) values (1, $1) on conflict (id) do update set digest = excluded.digest";

export interface EncryptedSample {
  monitors: { id: number; request: Record<string, unknown>; request_secrets: Buffer }[];
  integrations: { id: number; secrets: Buffer }[];
  pushKeys: { private_key: Buffer }[];
  subscriptions: { endpoint_hash: Buffer; secrets: Buffer }[];
  twoFactor: { id: number; secret: Buffer }[];
  pingKeys: { id: number; key: Buffer }[];
}

/** Returns the digest of the APP_SECRET behind the stored secrets; null before it was first stored. */
export async function storedDigest(trx?: Tx): Promise<string | null> {
  const row = await (trx ?? db()).selectFrom("app_secret").select("digest").executeTakeFirst();
  return row?.digest ?? null;
}

/** Returns the encrypted secret that signs; null while APP_SECRET itself does. */
export async function storedSigningSecret(trx?: Tx): Promise<Buffer | null> {
  const row = await (trx ?? db()).selectFrom("app_secret").select("signing_secret").executeTakeFirst();
  return row?.signing_secret ?? null;
}

export async function storeSigningSecret(trx: Tx, encrypted: Buffer | null): Promise<void> {
  await trx.updateTable("app_secret").set({ signing_secret: encrypted }).execute();
}

export async function keepDigest(trx: Tx, digest: string): Promise<void> {
  await trx
    .insertInto("app_secret")
    .values({ id: 1, digest, signing_secret: null })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ digest }))
    .execute();
}

/** Returns a few values of every encrypted column, newest first. */
export async function encryptedSample(trx: Tx): Promise<EncryptedSample> {
  const newest = async <Row>(text: string): Promise<Row[]> =>
    (await sql<Row>`${sql.raw(text)} order by id desc limit ${SAMPLE_ROWS}`.execute(trx)).rows;
  return {
    monitors: await newest(
      "select id, request, request_secrets from monitors where request_secrets is not null",
    ),
    integrations: await newest("select id, secrets from integrations where secrets is not null"),
    pushKeys: await newest("select private_key from push_keys"),
    subscriptions: await newest("select endpoint_hash, secrets from push_subscriptions"),
    twoFactor: await newest(
      "select id, coalesce(totp_secret, totp_pending) as secret from users where coalesce(totp_secret, totp_pending) is not null",
    ),
    pingKeys: await newest("select project_id as id, key from ping_keys"),
  };
}

/** A column of encrypted values. `bind` is another column that its encryption context needs; `identity` identifies a row if `id` doesn't. */
export interface EncryptedValue {
  readonly table: string;
  readonly column: string;
  readonly bind?: string;
  readonly identity?: string;
}

export interface EncryptedRow {
  readonly id: number;
  readonly encrypted: Buffer;
  readonly bind: Buffer | null;
}

/** Returns the values of the next rows after `last`. */
export async function selectEncrypted(
  trx: Tx,
  { table, column, bind, identity = "id" }: EncryptedValue,
  last: number,
  limit: number,
): Promise<EncryptedRow[]> {
  const other = bind === undefined ? sql`null::bytea` : sql.ref(bind);
  const { rows } = await sql<EncryptedRow>`
    select ${sql.ref(identity)} as id, ${sql.ref(column)} as encrypted, ${other} as bind from ${sql.table(table)}
    where ${sql.ref(identity)} > ${last} and ${sql.ref(column)} is not null
    order by id limit ${limit}`.execute(trx);
  return rows;
}

/** Replaces a value, unless it has changed meanwhile. */
export async function storeEncrypted(
  trx: Tx,
  { table, column, identity = "id" }: EncryptedValue,
  { id, encrypted: before }: EncryptedRow,
  encrypted: Buffer,
): Promise<void> {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${encrypted}
    where ${sql.ref(identity)} = ${id} and ${sql.ref(column)} = ${before}`.execute(trx);
}

import { sql } from "kysely";
import { db } from "./pool";
import type { Tx } from "./tx";

/** Newest rows of each kind to sample; one that decrypts is proof enough. */
const SAMPLE_ROWS = 20;

/** Stores the digest ($1) of the APP_SECRET that encrypts the stored secrets. */
export const KEEP_DIGEST =
  "insert into app_secret (id, digest) values (1, $1) on conflict (id) do update set digest = excluded.digest";

export interface EncryptedSample {
  monitors: { id: number; request: unknown; request_secrets: Buffer }[];
  integrations: { id: number; secrets: Buffer }[];
  pushKeys: { private_key: Buffer }[];
  subscriptions: { endpoint_hash: Buffer; secrets: Buffer }[];
  twoFactor: { id: number; secret: Buffer }[];
}

/** Returns the digest of the APP_SECRET behind the stored secrets; null before it was first stored. */
export async function storedDigest(trx?: Tx): Promise<string | null> {
  const row = await (trx ?? db()).selectFrom("app_secret").select("digest").executeTakeFirst();
  return row?.digest ?? null;
}

export async function keepDigest(trx: Tx, digest: string): Promise<void> {
  await trx
    .insertInto("app_secret")
    .values({ id: 1, digest })
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
  };
}

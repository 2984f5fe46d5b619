import { sql } from "kysely";
import { SECRET_FIELDS } from "@/lib/contract/protocols/lookup";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";

const secretFields = SECRET_FIELDS.map((field) => `'${field}'`).join(", ");

/** The request of a monitor `m` with null for its secrets, as SQL, for data that leaves the row, such as events. */
export const OPEN_REQUEST = `(m.request - array(
  select field from unnest(array[${secretFields}]) field where m.request ->> field is not null))`;

export interface PlainRequestRow {
  id: number;
  request: Record<string, unknown>;
  request_secrets: Buffer | null;
}

/** Returns the next monitors with an unencrypted secret, locked until the transaction ends. */
export async function selectPlainRequests(
  trx: Tx,
  afterId: number,
  limit: number,
): Promise<PlainRequestRow[]> {
  const { rows } = await sql<PlainRequestRow>`
    select id, request, request_secrets from monitors
    where id > ${afterId} and exists (
      select from unnest(${[...SECRET_FIELDS]}::text[]) field where request ->> field is not null)
    order by id limit ${limit} for no key update`.execute(trx);
  return rows;
}

/** Stores the same request in encrypted form; readers see no change. */
export async function replacePlainRequest(
  trx: Tx,
  id: number,
  { request, request_secrets }: { request: object; request_secrets: Buffer | null },
): Promise<void> {
  const values = { request: JSON.stringify(request), request_secrets };
  await trx.updateTable("monitors").set(values).where("id", "=", id).execute();
}

/** Removes request secrets from the newest events. */
export async function stripNewestEvents(count: number): Promise<void> {
  await sql`select strip_event_requests((select coalesce(max(id), 0) - ${count}::bigint from events))`.execute(
    db(),
  );
}

import type { Transaction } from "kysely";
import { ApiError } from "@/lib/contract/core/errors";
import { KEPT_S } from "@/lib/domain/core/retention";
import { now } from "@/lib/shared/clock";
import { read, write } from "@/lib/store/core/connection/statements";
import type { Database } from "@/lib/store/schema/tables";
import type { ClaimedKey } from "./claimed-key";

export interface FirstAnswer {
  request_hash: Buffer;
  /** Null while the first request is still running. */
  status: number | null;
  body: string | null;
  /** Whether the first request took effect and its server stopped before it kept the response. */
  is_lost: boolean;
}

/**
 * Claims the key, or returns the first request's answer. Keys expire after a day, or when they're abandoned before the request took
 * effect.
 */
export async function claimIdempotencyKey(
  organizationId: number,
  key: string,
  requestHash: Buffer,
): Promise<ClaimedKey | FirstAnswer | null> {
  const claim = { organizationId, key, claimedAt: now() };
  const values = [organizationId, key, requestHash, claim.claimedAt];
  const claimed = await write(
    `insert into idempotency_keys (organization_id, key, request_hash, created_at) values ($1, $2, $3, $4)
     on conflict (organization_id, key) do nothing`,
    values,
  );
  if (claimed === 1) return claim;
  const reclaimed = await write(
    `update idempotency_keys set request_hash = $3, status = null, body = null, took_effect = false, created_at = $4
     where organization_id = $1 and key = $2 and (created_at < now() - make_interval(secs => $5)
       or (status is null and not took_effect and created_at < now() - make_interval(secs => $6)))`,
    [...values, KEPT_S.idempotencyKey, KEPT_S.abandonedIdempotencyKey],
  );
  if (reclaimed === 1) return claim;
  const [row] = await read<FirstAnswer>(
    `select request_hash, status, body,
       status is null and took_effect and created_at < now() - make_interval(secs => $3) as is_lost
     from idempotency_keys where organization_id = $1 and key = $2`,
    [organizationId, key, KEPT_S.abandonedIdempotencyKey],
  );
  return row ?? null;
}

const IS_CLAIMED = "organization_id = $1 and key = $2 and created_at = $3";

const valuesOf = ({ organizationId, key, claimedAt }: ClaimedKey) => [organizationId, key, claimedAt];

/** Keeps the answer, unless another request took the key over. */
export async function keepAnswer(claim: ClaimedKey, status: number, body: string): Promise<void> {
  const values = [...valuesOf(claim), status, body];
  await write(`update idempotency_keys set status = $4, body = $5 where ${IS_CLAIMED}`, values);
}

/**
 * Releases the key after a request that failed, so that a corrected or repeated one can use it. An error of the server may come after
 * the commit: unless the request was refused, a key whose request took effect is kept.
 */
export async function releaseKey(claim: ClaimedKey, isRefused: boolean): Promise<void> {
  const values = [...valuesOf(claim), isRefused];
  await write(`delete from idempotency_keys where ${IS_CLAIMED} and ($4 or not took_effect)`, values);
}

/** Marks in the transaction that the request took effect. Throws if another one took the key over meanwhile, so that it isn't repeated. */
export async function markEffect(trx: Transaction<Database>, claim: ClaimedKey): Promise<void> {
  const marked = await write(
    `update idempotency_keys set took_effect = true where ${IS_CLAIMED}`,
    valuesOf(claim),
    trx,
  );
  if (marked === 1) return;
  throw new ApiError(409, "This request took too long, and another one with its Idempotency-Key took over.");
}

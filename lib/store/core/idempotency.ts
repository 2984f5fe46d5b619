import { KEPT_S } from "@/lib/domain/core/retention";
import { read, write } from "@/lib/store/core/connection/statements";

export interface FirstAnswer {
  request_hash: Buffer;
  /** Null while the first request is still running. */
  status: number | null;
  body: string | null;
  /** Whether the first request took effect and its server stopped before it kept the response. */
  is_lost: boolean;
}

/**
 * Claims the key and returns null, or returns the first request's answer. Keys expire after a day, or when they're abandoned before
 * the request took effect.
 */
export async function claimIdempotencyKey(
  organizationId: number,
  key: string,
  requestHash: Buffer,
): Promise<FirstAnswer | null> {
  const claimed = await write(
    `insert into idempotency_keys (organization_id, key, request_hash) values ($1, $2, $3)
     on conflict (organization_id, key) do nothing`,
    [organizationId, key, requestHash],
  );
  if (claimed === 1) return null;
  const reclaimed = await write(
    `update idempotency_keys set request_hash = $3, status = null, body = null, took_effect = false, created_at = now()
     where organization_id = $1 and key = $2 and (created_at < now() - make_interval(secs => $4)
       or (status is null and not took_effect and created_at < now() - make_interval(secs => $5)))`,
    [organizationId, key, requestHash, KEPT_S.idempotencyKey, KEPT_S.abandonedIdempotencyKey],
  );
  if (reclaimed === 1) return null;
  const [row] = await read<FirstAnswer>(
    `select request_hash, status, body, status is null and created_at < now() - make_interval(secs => $3) as is_lost
     from idempotency_keys where organization_id = $1 and key = $2`,
    [organizationId, key, KEPT_S.abandonedIdempotencyKey],
  );
  return row ?? null;
}

export async function keepAnswer(
  organizationId: number,
  key: string,
  status: number,
  body: string,
): Promise<void> {
  await write("update idempotency_keys set status = $3, body = $4 where organization_id = $1 and key = $2", [
    organizationId,
    key,
    status,
    body,
  ]);
}

/**
 * Releases the key after a request that failed, so that a corrected or repeated one can use it. An error of the server may come after
 * the commit: unless the request was refused, a key whose request took effect is kept.
 */
export async function releaseKey(organizationId: number, key: string, isRefused: boolean): Promise<void> {
  await write(
    "delete from idempotency_keys where organization_id = $1 and key = $2 and ($3 or not took_effect)",
    [organizationId, key, isRefused],
  );
}

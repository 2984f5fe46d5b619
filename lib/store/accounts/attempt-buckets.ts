import { read } from "@/lib/store/core/connection/statements";
import { db } from "@/lib/store/core/pool";

/** Counts one attempt. Returns the number in the bucket and when it empties; an expired bucket starts again. */
export async function countAttempt(
  bucket: string,
  windowSeconds: number,
): Promise<{ attempts: number; resetAt: Date }> {
  const rows = await read<{ attempts: number; reset_at: Date }>(
    `insert into attempt_buckets as b (bucket, attempts, reset_at)
     values ($1, 1, now() + make_interval(secs => $2))
     on conflict (bucket) do update set
       attempts = case when b.reset_at <= now() then 1 else b.attempts + 1 end,
       reset_at = case when b.reset_at <= now() then excluded.reset_at else b.reset_at end
     returning attempts, reset_at`,
    [bucket, windowSeconds],
  );
  const row = rows[0];
  if (!row) throw new Error("The attempt counter was not updated");
  return { attempts: row.attempts, resetAt: row.reset_at };
}

export async function clearAttempts(bucket: string): Promise<void> {
  await db().deleteFrom("attempt_buckets").where("bucket", "=", bucket).execute();
}

import { FAILURE_KEPT_S, FAILURES_REPORTED } from "@/lib/domain/core/stage-watch";
import { read, write } from "@/lib/store/core/connection/statements";
import { db } from "@/lib/store/core/pool";

/** The result of a step in one run; `reason` is null on success. */
export interface StepOutcome {
  readonly name: string;
  readonly reason: string | null;
}

const FAILED = `
  insert into maintenance_steps as s (name, misses, failing_since, failed_at, reason)
  select name, 1, now(), now(), reason from unnest($1::text[], $2::text[]) as f (name, reason)
  on conflict (name) do update set reason = excluded.reason, failing_since = coalesce(s.failing_since, now()),
    misses = s.misses + (s.failed_at is null or s.failed_at < now() - make_interval(secs => $3))::int,
    failed_at = case when s.failed_at > now() - make_interval(secs => $3) then s.failed_at else now() end`;

const WORKED = `
  update maintenance_steps set misses = 0, failing_since = null, failed_at = null, reason = null
  where name = any ($1) and misses > 0`;

/** Records which steps failed and which work again. A retry within `spacingS` seconds of a failure counts as the same failure. */
export async function recordSteps(outcomes: readonly StepOutcome[], spacingS: number): Promise<void> {
  const failed = outcomes.filter(({ reason }) => reason !== null);
  if (failed.length > 0)
    await write(FAILED, [failed.map(({ name }) => name), failed.map(({ reason }) => reason), spacingS]);
  const worked = outcomes.filter(({ reason }) => reason === null).map(({ name }) => name);
  await write(WORKED, [worked]);
}

/** Selects the steps to report (`FailingStep`), the one that has been failing longest first. */
export const FAILING_STEPS = `
  select name, misses, reason, extract(epoch from now() - failing_since)::float8 as failing_s
  from maintenance_steps
  where misses >= ${FAILURES_REPORTED} and failed_at > now() - interval '${FAILURE_KEPT_S} s'
  order by failing_since, name`;

/** Returns a step's progress in its own unit; null before its first progress. */
export async function stepProgress(name: string): Promise<number | null> {
  const rows = await read<{ progress: number | null }>(
    "select progress from maintenance_steps where name = $1",
    [name],
  );
  return rows[0]?.progress ?? null;
}

/** Saves a step's progress, so that the next run resumes there. */
export async function saveProgress(name: string, progress: number): Promise<void> {
  await db()
    .insertInto("maintenance_steps")
    .values({ name, progress })
    .onConflict((oc) => oc.column("name").doUpdateSet({ progress }))
    .execute();
}

/** Deletes the progress of a step that is complete and never runs again. */
export async function forgetProgress(name: string): Promise<void> {
  await db().deleteFrom("maintenance_steps").where("name", "=", name).execute();
}

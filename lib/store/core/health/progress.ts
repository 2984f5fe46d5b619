import { read } from "@/lib/store/core/connection/statements";

/** When each stage last did something, and how much waits before it. */
export interface Progress {
  check: Date | null;
  result: Date | null;
  decision: Date | null;
  notification: Date | null;
  page: Date | null;
  jobs: number;
  notifications: number;
  page_emails: number;
  runner_results: number;
  deferred_results: number;
}

type Row = Omit<Progress, "check" | "result"> & { latest: [check: Date | null, result: Date | null] };

/** Returns the progress of every stage. Counts results of runners whose last report is at most `aliveSeconds` old. */
export async function selectProgress(aliveSeconds: number): Promise<Progress> {
  const [row] = await read<Row>(
    // The two latest times in one scan: an index on either would slow down the storing of every result.
    `select (select array[max(last_slot), max(last_checked_at)] from region_states) as latest,
      (select created_at from events order by id desc limit 1) as decision,
      (select started_at from delivery_attempts order by id desc limit 1) as notification,
      (select max(rendered_at) from page_snapshots) as page,
      (select count(*)::int from graphile_worker.jobs where run_at <= now() and locked_at is null) as jobs,
      (select count(*)::int from deliveries where status = 'pending') as notifications,
      (select count(*)::int from page_mails where sent_at is null and dropped_at is null) as page_emails,
      (select coalesce(sum(jsonb_array_length(results)), 0)::int from deferred_results) as deferred_results,
      (select coalesce(sum((report ->> 'spooled')::int), 0)::int from runners
        where revoked_at is null and last_seen_at > now() - $1 * interval '1 second') as runner_results`,
    [aliveSeconds],
  );
  if (!row) throw new Error("The database returned no progress.");
  const { latest, ...progress } = row;
  return { check: latest[0], result: latest[1], ...progress };
}

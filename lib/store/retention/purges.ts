import { KEPT_S } from "@/lib/domain/core/retention";
import { monotonicMs, now } from "@/lib/shared/clock";
import { write } from "@/lib/store/core/connection/statements";
import { eachPart, type Projects } from "@/lib/store/core/sharding/projects";
import { distributionOf } from "@/lib/store/schema/distribution";

const BATCH_ROWS = 5000;
/** The rest waits for the next run, so that one large table doesn't block the others. */
const BUDGET_MS = 60_000;

/** Deletes rows of `table` whose `age` column is past retention and that match `only`. Each needs an index that starts with `age`. */
export interface Purge {
  readonly table: string;
  readonly age: string;
  readonly keptS: number;
  readonly only?: string;
  /** Columns of an index for `only` that doesn't start with `age`. */
  readonly order?: string;
  /** Updates the rows instead of deleting them; afterward `only` must not match. */
  readonly set?: string;
}

/** Expired rows that are no longer used. */
export const EXPIRED: readonly Purge[] = [
  { table: "sessions", age: "expires_at", keptS: KEPT_S.expired },
  { table: "sessions", age: "last_seen_at", keptS: KEPT_S.idleSession },
  { table: "access_links", age: "expires_at", keptS: KEPT_S.accessLink },
  { table: "idempotency_keys", age: "created_at", keptS: KEPT_S.idempotencyKey },
  { table: "attempt_buckets", age: "reset_at", keptS: KEPT_S.expired },
  { table: "known_origins", age: "seen_at", keptS: KEPT_S.knownOrigin },
  { table: "target_trials", age: "tried_at", keptS: KEPT_S.targetTrial },
  {
    table: "quarantine_history",
    age: "since",
    keptS: KEPT_S.regionQuarantine,
    only: "released_at is not null",
  },
  { table: "push_deliveries", age: "created_at", keptS: KEPT_S.pushDelivery },
  {
    table: "page_subscribers",
    age: "created_at",
    keptS: KEPT_S.unconfirmedSubscriber,
    only: "confirmed_at is null",
  },
  { table: "page_mails", age: "created_at", keptS: KEPT_S.pageMail },
  { table: "outbox_mails", age: "created_at", keptS: KEPT_S.outboxMail },
  { table: "health_minutes", age: "minute", keptS: KEPT_S.healthMinute },
  { table: "deployments", age: "deployed_at", keptS: KEPT_S.deployment },
  { table: "monitor_degradations", age: "ended_at", keptS: KEPT_S.monitorDegradation },
];

/** Requests and responses of deliveries; the deliveries stay. */
export const ATTEMPTS: Purge = {
  table: "delivery_attempts",
  age: "started_at",
  keptS: KEPT_S.deliveryAttempt,
};

/** Manual checks from the dashboard. */
export const PROBES: Purge = { table: "probe_requests", age: "created_at", keptS: KEPT_S.probeRequest };

/**
 * Returns the statement for one batch: at most `$2` rows from before `$1`, of the projects `$3` if the table is distributed. The
 * condition is repeated outside, so that rows that change meanwhile are evaluated again.
 */
export function purgeStatement({ table, age, only = "true", order = age, set }: Purge): string {
  const own = isOfProjects(table) ? " and project_id = any ($3::bigint[])" : "";
  const isOld = `${age} < $1 and ${only}${own}`;
  const change = set ? `update ${table} set ${set}` : `delete from ${table}`;
  return `${change} where ctid = any (array(
    select ctid from ${table} where ${isOld} order by ${order} limit $2)) and ${isOld}`;
}

/** Purges in batches until no row from before `before` is left or a minute has passed. Returns the number of rows. */
export async function purge(what: Purge, before = keptFrom(what.keptS)): Promise<number> {
  const statement = purgeStatement(what);
  const purgeIn = (own: readonly Projects[]) =>
    inBatches(BATCH_ROWS, (limit) => write(statement, [before, limit, ...own]));
  if (!isOfProjects(what.table)) return purgeIn([]);
  let purged = 0;
  await eachPart(`old rows of ${what.table}`, async (projects) => {
    purged += await purgeIn([projects]);
  });
  return purged;
}

/** Returns whether each row of the table, or of the table that it's a partition of, is with its project. */
function isOfProjects(table: string): boolean {
  return distributionOf(table.replace(/_\d+$/, "")) === "distributed";
}

/** Returns the time before which rows are past a retention in seconds. */
export function keptFrom(keptS: number): Date {
  return new Date(now().getTime() - keptS * 1000);
}

/** Repeats a batch of at most `size` until one is smaller or a minute has passed. Returns the sum. */
export async function inBatches(size: number, batch: (limit: number) => Promise<number>): Promise<number> {
  const until = monotonicMs() + BUDGET_MS;
  let total = 0;
  for (;;) {
    const done = await batch(size);
    total += done;
    if (done < size || monotonicMs() > until) return total;
  }
}

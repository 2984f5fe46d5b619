import { LEASE_MS } from "@/lib/domain/alerting/delivery-schedule";
import { now } from "@/lib/shared/clock";
import { type DueDelivery, isLimitTaken } from "@/lib/store/alerting/delivery-reads";
import { claimDeliveries } from "@/lib/store/alerting/delivery-writes";
import { db } from "@/lib/store/core/pool";
import type { Projects } from "@/lib/store/core/sharding/projects";
import { tx } from "@/lib/store/core/tx";
import type { Known } from "./due";

/** A delivery that this worker alone sends. */
export interface ClaimedDelivery extends Known {
  readonly number: number;
  readonly claimedAt: Date;
}

/**
 * Claims deliveries, except those that another worker has. For alert rules with a rate limit, the last check and the
 * claim are one step, so that only one of two simultaneous events is sent.
 */
export async function claim(projects: Projects, ready: readonly Known[]): Promise<ClaimedDelivery[]> {
  if (ready.length === 0) return [];
  const claimedAt = now();
  const numbers = new Map<number, number>();
  const take = async (executor: Parameters<typeof claimDeliveries>[0], some: readonly Known[]) => {
    const ids = some.map(({ delivery }) => delivery.id);
    for (const [id, number] of await claimDeliveries(executor, projects, ids, claimedAt, LEASE_MS))
      numbers.set(id, number);
  };
  const limited = ready.filter(({ delivery }) => isRuleLimited(delivery));
  const others = ready.filter((known) => !limited.includes(known));
  if (others.length > 0) await take(db(), others);
  for (const one of limited) {
    await tx(async (trx) => {
      if (!(await isLimitTaken(trx, projects, one.delivery))) await take(trx, [one]);
    });
  }
  return ready.flatMap((known) => {
    const number = numbers.get(known.delivery.id);
    return number === undefined ? [] : [{ ...known, number, claimedAt }];
  });
}

function isRuleLimited(delivery: DueDelivery): boolean {
  const { is_test, is_resend, is_digest, attempts, rate_limit_minutes: minutes } = delivery;
  return minutes > 0 && !is_test && !is_resend && !is_digest && attempts === 0;
}

import { belongsInDigest, WINDOW_MS } from "@/lib/domain/alerting/policy";
import { now } from "@/lib/shared/clock";
import { type DigestKey, joinDigest, recentMessages } from "@/lib/store/alerting/digests";
import type { Projects } from "@/lib/store/core/sharding/projects";
import { tx } from "@/lib/store/core/tx";
import { type Known, wantsEveryEvent } from "./due";

/**
 * Adds deliveries that are ready to digests, so that people get a digest instead of an eleventh notification within a
 * minute. Webhooks, tests, test incidents, and resends are sent individually.
 */
export async function gather(
  projects: Projects,
  ready: readonly Known[],
): Promise<{ alone: Known[]; gathered: Known[] }> {
  const mayJoin = ready.filter(joinsDigests);
  if (mayJoin.length === 0) return { alone: [...ready], gathered: [] };
  const since = new Date(now().getTime() - WINDOW_MS);
  const ids = new Set(mayJoin.map(({ delivery }) => delivery.integration_id));
  const recent = await recentMessages(projects, [...ids], since);
  const gathered = mayJoin.filter(({ delivery }) => {
    const sent = recent.get(delivery.integration_id);
    if (!sent || belongsInDigest(sent)) return true;
    sent.sent += 1;
    return false;
  });
  const sendAt = new Date(now().getTime() + WINDOW_MS);
  for (const { of, memberIds } of digestsOf(gathered))
    await tx((trx) => joinDigest(trx, of, memberIds, sendAt));
  return { alone: ready.filter((known) => !gathered.includes(known)), gathered };
}

/** Groups members by their digests: each project has its own, even if a rule of the organization sends to one integration. */
function digestsOf(members: readonly Known[]): { of: DigestKey; memberIds: number[] }[] {
  const digests = new Map<string, { of: DigestKey; memberIds: number[] }>();
  for (const { delivery } of members) {
    const of = { projectId: delivery.project_id, integrationId: delivery.integration_id };
    const key = `${of.projectId} ${of.integrationId}`;
    const digest = digests.get(key) ?? { of, memberIds: [] };
    digest.memberIds.push(delivery.id);
    digests.set(key, digest);
  }
  return [...digests.values()];
}

/** Test incidents are removed with their deliveries, which would remove the alerts in their digest as well. */
function joinsDigests({ delivery, facts }: Known): boolean {
  const isTest = delivery.is_test || facts?.isTestIncident === true;
  const goesAlone = wantsEveryEvent(delivery) || delivery.is_digest || isTest || delivery.is_resend;
  return !goesAlone && delivery.attempts === 0;
}

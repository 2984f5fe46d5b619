import type { FailingStep } from "@/lib/domain/core/stage-watch";
import { present } from "@/lib/shared/assert";
import { hasOverdueNotification } from "@/lib/store/alerting/due-deliveries";
import { readPrepared } from "@/lib/store/core/connection/prepared-read";
import { STAGE_AGES, type StageAges } from "@/lib/store/core/health/stages";
import { byPart } from "@/lib/store/core/sharding/projects";
import { FAILING_STEPS } from "@/lib/store/retention/maintenance-steps";
import { UNSERVED_REGIONS } from "@/lib/store/runners/runners";

/** What a load balancer asks for every second. */
export interface HealthBasics {
  /** Whether the database takes no writes. */
  is_read_only: boolean;
  /** Migrations of the database's schema. */
  applied: string[];
  /** When any runner last reported; null before the first report. */
  contact: Date | null;
}

/** What every stage between a check and a notification shows about itself. */
export interface HealthFacts extends HealthBasics, StageAges {
  unserved_regions: string[];
  /** Whether a notification has been overdue since the given moment. */
  has_overdue: boolean;
  failing_steps: FailingStep[];
}

const BASICS = `
  select current_setting('transaction_read_only') = 'on' as is_read_only, array(select name from migrations) as applied,
  (select max(last_seen_at) from runners where revoked_at is null) as contact`;

export async function selectHealthBasics(): Promise<HealthBasics> {
  const rows = await readPrepared<HealthBasics>(BASICS, []);
  return present(rows[0], "the basics of the health");
}

/** Joins its parts, because Citus reads distributed tables only in the `from` of a statement across projects. */
const FACTS = `
  select basics.*, ages.*, unserved_regions, failing_steps, array(select id from projects) as projects
  from (${BASICS}) basics
    cross join (${STAGE_AGES}) ages
    cross join (select coalesce(array_agg(region), '{}') as unserved_regions from (${UNSERVED_REGIONS}) u) unserved
    cross join (select coalesce(json_agg(s), '[]') as failing_steps from (${FAILING_STEPS}) s) steps`;

/** Returns everything as of one moment. Notifications are overdue if they were due before `since`. */
export async function selectHealthFacts(since: Date): Promise<HealthFacts> {
  const rows = await readPrepared<Omit<HealthFacts, "has_overdue"> & { projects: number[] }>(FACTS, []);
  const { projects, ...facts } = present(rows[0], "the facts of the health");
  return { ...facts, has_overdue: await hasOverdue(projects, since) };
}

/** Asks part by part, because a part that can't be read must not hide what the others say. */
async function hasOverdue(projectIds: readonly number[], since: Date): Promise<boolean> {
  for (const [projects] of await byPart(projectIds, (id) => id))
    if (await hasOverdueNotification(projects, since)) return true;
  return false;
}

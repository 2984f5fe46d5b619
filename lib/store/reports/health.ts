import type { FailingStep } from "@/lib/domain/core/stage-watch";
import { present } from "@/lib/shared/assert";
import { OVERDUE, overdueValues } from "@/lib/store/alerting/due-deliveries";
import { readPrepared } from "@/lib/store/core/connection/statements";
import { CHECK_AGES, JOB_AGES, type StageAges } from "@/lib/store/core/health/stages";
import { requireAllNodes } from "@/lib/store/core/sharding/nodes";
import { byPart } from "@/lib/store/core/sharding/projects";
import { FAILING_STEPS } from "@/lib/store/retention/maintenance-steps";
import { UNSERVED_REGIONS } from "@/lib/store/runners/runners";

/** Health that a load balancer asks for every second. */
export interface HealthBasics {
  /** Whether the database takes no writes. */
  is_read_only: boolean;
  /** Migrations of the database's schema. */
  applied: string[];
  /** When any runner last reported; null before the first report. */
  contact: Date | null;
}

/** Progress of every stage between a check and a notification. */
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
    cross join (${JOB_AGES}) ages
    cross join (select coalesce(array_agg(region), '{}') as unserved_regions from (${UNSERVED_REGIONS()}) u) unserved
    cross join (select coalesce(json_agg(s), '[]') as failing_steps from (${FAILING_STEPS}) s) steps`;

/**
 * Returns everything. Notifications are overdue if they were due before `since`. Asks about checks and notifications part by part,
 * because each is on another node of a cluster.
 */
export async function selectHealthFacts(since: Date): Promise<HealthFacts> {
  requireAllNodes();
  const [row] = await readPrepared<Omit<HealthFacts, keyof Progress> & { projects: number[] }>(FACTS, []);
  const { projects, ...facts } = present(row, "the facts of the health");
  const parts: Progress[] = [];
  for (const [own] of await byPart(projects, (id) => id))
    parts.push(...(await readPrepared<Progress>(PROGRESS, overdueValues(own, since))));
  return {
    ...facts,
    checked_s: least(parts.map((part) => part.checked_s)),
    interval_s: least(parts.map((part) => part.interval_s)),
    has_overdue: parts.some((part) => part.has_overdue),
  };
}

type Progress = Pick<HealthFacts, "checked_s" | "interval_s" | "has_overdue">;

const PROGRESS = `select ages.*, overdue.* from (${CHECK_AGES}) ages cross join (${OVERDUE}) overdue`;

function least(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

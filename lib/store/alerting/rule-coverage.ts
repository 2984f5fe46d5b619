import { RULE_CONCERNS } from "@/lib/store/checks/certificates";
import { read } from "@/lib/store/core/connection/statements";
import { readEachPart } from "@/lib/store/core/sharding/projects";
import type { RuleReach } from "./alert-rules";

const REACH = "organization_id = $1 and (project_id = $2 or project_id is null)";

/** Counts once for all rules with the same limits, because most rules have none and the counts grow with the monitors. */
const SELECT = `
  with counted as materialized (
    select r.*, (select count(*)::int from monitors m join projects p on p.id = m.project_id
      where m.project_id = any ($3::bigint[]) and p.organization_id = $1 and (r.project_id is null or p.id = r.project_id) and ${RULE_CONCERNS}) as count
    from (select distinct project_id, monitors, tags from alert_rules where ${REACH}) r)
  select r.id as alert_rule_id, c.count as monitors
  from (select * from alert_rules where ${REACH} order by id desc limit 1000) r
    join counted c on c.project_id is not distinct from r.project_id and c.monitors = r.monitors and c.tags = r.tags
  order by r.id desc`;

/** Returns how many monitors each alert rule in reach matches, newest rule first. */
export async function selectRuleCoverage({
  organizationId,
  projectId,
}: RuleReach): Promise<{ alert_rule_id: number; monitors: number }[]> {
  const counts = new Map<number, number>();
  const rows = await readEachPart("alert rules", async (projects) => {
    const values = [organizationId, projectId, projects];
    return read<{ alert_rule_id: number; monitors: number }>(SELECT, values);
  });
  for (const { alert_rule_id: id, monitors } of rows) counts.set(id, (counts.get(id) ?? 0) + monitors);
  return [...counts].map(([alert_rule_id, monitors]) => ({ alert_rule_id, monitors }));
}

import { RULE_CONCERNS } from "@/lib/store/checks/certificates";
import { pool } from "@/lib/store/core/pool";
import { readEachPart } from "@/lib/store/core/sharding/projects";
import type { RuleReach } from "./alert-rules";

const SELECT = `
  select r.id as alert_rule_id, (select count(*)::int from monitors m join projects p on p.id = m.project_id
      where m.project_id = any ($3::bigint[]) and p.organization_id = r.organization_id and (r.project_id is null or p.id = r.project_id) and ${RULE_CONCERNS}) as monitors
  from alert_rules r where r.organization_id = $1 and (r.project_id = $2 or r.project_id is null)
  order by r.id desc limit 1000`;

/** Returns how many monitors each alert rule in reach matches, newest rule first. */
export async function selectRuleCoverage({
  organizationId,
  projectId,
}: RuleReach): Promise<{ alert_rule_id: number; monitors: number }[]> {
  const counts = new Map<number, number>();
  const rows = await readEachPart("alert rules", async (projects) => {
    const values = [organizationId, projectId, projects];
    return (await pool().query<{ alert_rule_id: number; monitors: number }>(SELECT, values)).rows;
  });
  for (const { alert_rule_id: id, monitors } of rows) counts.set(id, (counts.get(id) ?? 0) + monitors);
  return [...counts].map(([alert_rule_id, monitors]) => ({ alert_rule_id, monitors }));
}

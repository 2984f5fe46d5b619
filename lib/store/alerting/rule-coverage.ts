import { RULE_CONCERNS } from "@/lib/store/checks/certificates";
import { pool } from "@/lib/store/core/pool";
import type { RuleReach } from "./alert-rules";

const SELECT = `
  select r.id as alert_rule_id, (select count(*)::int from monitors m join projects p on p.id = m.project_id
      where p.organization_id = r.organization_id and (r.project_id is null or p.id = r.project_id) and ${RULE_CONCERNS}) as monitors
  from alert_rules r where r.organization_id = $1 and (r.project_id = $2 or r.project_id is null)
  order by r.id desc limit 1000`;

/** Returns how many monitors each alert rule in reach matches, newest rule first. */
export async function selectRuleCoverage({
  organizationId,
  projectId,
}: RuleReach): Promise<{ alert_rule_id: number; monitors: number }[]> {
  return (await pool().query(SELECT, [organizationId, projectId])).rows;
}

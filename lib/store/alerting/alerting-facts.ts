import type { AlertingFacts } from "@/lib/domain/alerting/no-alerts";
import { RULE_CONCERNS } from "@/lib/store/checks/certificates";
import { read } from "@/lib/store/core/connection/statements";

const SELECT = `
  with covering as (
    select i.paused from projects p
      join alert_rules r on r.organization_id = p.organization_id and (r.project_id is null or r.project_id = p.id)
        and r.event = 'uptime.incident.created' and coalesce(r.event_settings ->> 'type', 'all') <> 'manual'
      join integrations i on i.id = r.integration_id
    where p.id = $1
      and exists (select 1 from monitors m where m.project_id = $1 and not m.paused and ${RULE_CONCERNS}))
  select p.muted as "isMuted",
    exists (select 1 from monitors m where m.project_id = $1 and not m.paused) as "hasMonitors",
    exists (select 1 from integrations i where i.project_id = p.id) as "hasIntegrations",
    exists (select 1 from project_members pm join push_subscriptions s on s.user_id = pm.user_id
      where pm.project_id = p.id) as "hasBrowsers",
    (select count(*) from covering)::int as rules,
    (select count(*) from covering where not paused)::int as "activeRules"
  from projects p where p.id = $1`;

/** Returns the facts that decide whether anyone is notified of an outage in the project; null if the project doesn't exist. */
export async function selectAlertingFacts(projectId: number): Promise<AlertingFacts | null> {
  return (await read<AlertingFacts>(SELECT, [projectId]))[0] ?? null;
}

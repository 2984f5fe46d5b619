-- Each destination is told once of a certificate's days: one that a rule adds later is told as well.
alter table certificate_notices
  add column integration_id bigint references integrations on delete cascade,
  drop constraint certificate_notices_pkey;

insert into certificate_notices (certificate_id, days, integration_id, fired_at)
select distinct n.certificate_id, n.days, r.integration_id, n.fired_at
from certificate_notices n
  join monitor_certificates c on c.id = n.certificate_id
  join projects p on p.id = c.project_id
  join alert_rules r on r.organization_id = p.organization_id and (r.project_id is null or r.project_id = p.id)
    and r.event = 'uptime.monitor_certificate.expiring' and (r.event_settings ->> 'days_before_expiry')::int = n.days
where n.integration_id is null;

delete from certificate_notices where integration_id is null;

alter table certificate_notices add primary key (certificate_id, days, integration_id);
create index certificate_notices_integration on certificate_notices (integration_id);

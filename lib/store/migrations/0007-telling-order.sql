-- Keys of settings come back in the order in which they were sent: json, not jsonb.
alter table integrations alter column settings drop default;
alter table integrations alter column settings type json using settings::json;
alter table integrations alter column settings set default '{}';

-- A project goes with everything it owns; that a rule in use keeps its integration is the service's rule (409).
alter table alert_rules drop constraint alert_rules_integration_id_fkey;
alter table alert_rules add constraint alert_rules_integration_id_fkey
  foreign key (integration_id) references integrations on delete cascade;

-- A delivery waits for earlier events of its incident that are not fanned out yet: order of occurrence, whatever the workers do.
alter table events add column fanned_out_at timestamptz;
create index events_to_fan_out on events (incident_id, id) where fanned_out_at is null;

-- What the rule asked for when it matched: a rule that is deleted or changed later does not change what is on its way.
alter table deliveries add column message_settings json;
-- A message of several requests (one SMS a member): what went out is not sent again on a retry.
alter table deliveries add column done_steps text[] not null default '{}';
alter table deliveries add column is_test boolean not null default false;
-- Asked for by a person: neither muted nor rate limited nor left out.
alter table deliveries add column is_resend boolean not null default false;
-- Failures before this moment no longer count: set when an integration is resumed.
alter table integrations add column failures_since timestamptz;
create index deliveries_rule on deliveries (alert_rule_id, occurred_at);
create index deliveries_incident on deliveries (incident_id, integration_id, event_id) where incident_id is not null;

-- Intervals inside an incident in which the monitor was observed up: [{"from", "to"}] in epoch milliseconds, "to" null while it lasts.
-- They are no downtime.
alter table incident_monitors add column observed_up jsonb not null default '[]';

alter table incidents
  -- Someone set its start or its end: late results never move it.
  add column times_by_hand boolean not null default false,
  -- Late results showed that there was no such incident, or that it belongs to another one: it stays readable and counts nowhere.
  add column withdrawn_at timestamptz;
update incidents i set times_by_hand = true
where i.updated_at > now() - interval '2 days' and exists (select from incident_timeline t where t.incident_id = i.id
  and (t.kind in ('edited', 'unmerged') or t.reason like '%recovered it by hand.' or t.reason like '%says resolved.'));

-- True for a result that was stored without being judged: the monitor was paused, or its configuration had changed.
alter table results add column evidence_only boolean;
-- Takes rows of results as they are.
alter table kept_failures add column evidence_only boolean;

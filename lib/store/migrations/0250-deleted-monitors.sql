-- The monitors of an incident that were deleted. Without them, an incident whose monitors are all deleted looks like one that concerns every page. What
-- older automatic incidents had is in their timeline; 0 is no monitor.
alter table incidents add column deleted_monitors bigint[] not null default '{}';
update incidents i set deleted_monitors = coalesce((
    select array_agg(distinct (t.detail ->> 'monitor_id')::bigint) from incident_timeline t
    where t.project_id = i.project_id and t.incident_id = i.id and t.detail ? 'monitor_id'), '{0}')
where i.type = 'monitor'
  and not exists (select 1 from incident_monitors m where m.project_id = i.project_id and m.incident_id = i.id);

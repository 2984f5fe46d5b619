-- A person resolved the incident while its monitors were paused or silent, so that no check could tell whether they recovered.
alter table incidents drop constraint incidents_ended_by_check;
alter table incidents add constraint incidents_ended_by_check
  check (ended_by in ('monitor_deleted', 'region_removed', 'still_down', 'unobserved'));

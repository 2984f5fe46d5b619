-- Reports and the availability of monitors read what overlaps a recent window, never the whole history.
create index incidents_recovery on incidents (project_id, recovery_at);
create index monitor_pauses_end on monitor_pauses (project_id, ended_at);
create index monitors_created on monitors (project_id, created_at);

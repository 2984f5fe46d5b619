-- The failures of one monitor whose evidence is kept are listed without walking over all its results. Old evidence is found by the
-- same index: few results carry any.
create index results_evidence_of_monitor on results (monitor_id, region, scheduled_at) where detail ? 'trace';
drop index results_with_evidence;

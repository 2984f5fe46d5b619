-- Failing checks whose evidence outlives the raw results of their day: 30 days in all. Taken over when a day is dropped, so that
-- nothing is written twice while results come in.
create table kept_failures (
  like results including defaults including constraints,
  primary key (monitor_id, region, scheduled_at)
);
create index kept_failures_age on kept_failures (scheduled_at);
-- Few results carry evidence: it is found by its age without reading the others.
create index results_with_evidence on results (scheduled_at) where detail ? 'trace';

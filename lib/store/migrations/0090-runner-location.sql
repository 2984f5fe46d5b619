-- The region where the server of a built-in runner is located: as set in Settings, and as set by RUNNER_REGION at its last start, which wins.
alter table runners
  add column location text,
  add column location_variable text;

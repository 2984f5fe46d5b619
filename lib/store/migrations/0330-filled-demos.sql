-- When a demo project was complete. What was created later was added by people. Null for other projects.
alter table projects add column demo_filled_at timestamptz;

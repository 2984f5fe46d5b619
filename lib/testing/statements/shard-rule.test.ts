import { expect, test } from "vitest";
import { shardFaults } from "./shard-rule";

test.each([
  ["a project", "select * from monitors where project_id = $1 and id = any ($2::bigint[])"],
  ["the projects of a shard", "select * from monitors where project_id = any ($1::bigint[])"],
  [
    "a join on it",
    "select 1 from monitors m join monitor_states s on s.project_id = m.project_id and s.monitor_id = m.id where m.project_id = $1",
  ],
  [
    "a lateral subquery",
    "select * from unnest($1::bigint[]) w (id) cross join lateral (select 1 from incidents i where i.id = w.id and i.project_id = $2) x",
  ],
  [
    "a correlated subquery",
    "select (select count(*) from events e where e.project_id = $1 and e.incident_id = i.id) from incidents i where i.project_id = $1",
  ],
  [
    "an UPDATE with a subquery",
    "update deliveries d set attempts = 1 from (select id from deliveries where project_id = $1 for update) due where d.project_id = $1 and d.id = due.id",
  ],
  ["an INSERT of values", "insert into events (project_id, key) values ($1, $2)"],
  [
    "an INSERT from itself",
    "insert into deliveries (project_id, event_id) select e.project_id, e.id from events e where e.project_id = any ($1::bigint[])",
  ],
  [
    "a CTE",
    "with current as (select c.* from monitor_certificates c where c.project_id = $1) select * from current u join monitors m on m.project_id = u.project_id",
  ],
  [
    "a reference table beside it",
    "select 1 from deliveries d join integrations i on i.id = d.integration_id where d.project_id = $1",
  ],
  [
    "an INSERT from a local table",
    "insert into public.events (project_id, key) select r.project_id, r.key from pg_temp.loaded_events r",
  ],
  ["local tables alone", "update page_mails set sent_at = now() where id = $1"],
])("accepts %s", async (_, text) => {
  expect(await shardFaults(text)).toEqual([]);
});

test.each([
  ["no project", "select * from monitors where id = $1", ["monitors isn't tied to a project"]],
  [
    "a join by ID",
    "select 1 from monitors m join monitor_states s on s.monitor_id = m.id where m.project_id = $1",
    ["monitor_states s isn't tied to a project"],
  ],
  [
    "one of two",
    "select * from monitors where project_id = $1 or id = $2",
    ["monitors isn't tied to a project"],
  ],
  [
    "a subquery by ID",
    "select exists (select 1 from events e where e.incident_id = i.id) from incidents i where i.project_id = $1",
    ["events e isn't tied to a project"],
  ],
  [
    "a subquery with the project of another row",
    "select array(select e.id from events e where e.project_id = i.project_id) from incidents i where i.project_id = $1",
    ["events e isn't tied to a project"],
  ],
  [
    "a subquery for each row of a table on every node",
    "select (select count(*) from monitors m where m.project_id = p.id) from projects p where p.organization_id = $1",
    ["monitors m isn't tied to a project"],
  ],
  [
    "an INSERT of what another one inserted",
    "with made as (insert into monitors (project_id, name) values ($1, $2) returning id, project_id), states as (insert into monitor_states (project_id, monitor_id) select project_id, id from made) select id from made",
    ["an INSERT of inserted rows, for which Citus asks every node"],
  ],
  [
    "an INSERT from rows of one project",
    "insert into monitor_pauses (project_id, monitor_id) select project_id, id from monitors where project_id = $1::bigint",
    ["an INSERT from rows of one project instead of a list, for which Citus asks every node"],
  ],
  ["an INSERT without one", "insert into events (key) values ($1)", ["events isn't tied to a project"]],
  [
    "projects from a function",
    "update monitors m set name = '' from unnest($1::bigint[]) n (project_id) where m.project_id = n.project_id",
    ["monitors m isn't tied to a project"],
  ],
  [
    "a local table beside it",
    "select 1 from events e join runners r on true where e.project_id = $1",
    ["runners r is local, beside distributed tables"],
  ],
  [
    "a temporary table beside it",
    "select 1 from public.events e join pg_temp.loaded_events l using (id) where e.project_id = $1",
    ["loaded_events l is local, beside distributed tables"],
  ],
  [
    "a reference table changed by it",
    "update integrations i set paused = true where not exists (select 1 from deliveries d where d.project_id = $1 and d.integration_id = i.id)",
    ["integrations i is on every node and changed by distributed rows"],
  ],
  [
    "an empty list",
    "select * from incidents i where i.project_id = $1 and exists (select from events e where e.project_id = $1)",
    ["exists (select from …) has no column"],
  ],
  [
    "the time in an upsert",
    "insert into target_trials (project_id, host, port) values ($1, $2, $3) on conflict (project_id, host, port) do update set tried_at = now()",
    ["now() in DO UPDATE"],
  ],
  [
    "an extract in an upsert",
    "insert into incident_monitors as im (project_id) values ($1) on conflict (project_id) do update set observed_up = to_jsonb(extract(epoch from im.recovered_at))",
    ["extract() in DO UPDATE"],
  ],
  [
    "a subquery in VALUES",
    "insert into events (project_id, entities) values ($1, $2::jsonb || (select to_jsonb(m) from monitors m where m.project_id = $1 and m.id = $3))",
    ["a subquery in VALUES"],
  ],
  [
    "the time in CASE",
    "update monitor_states s set last_checked_at = case when s.last_checked_at < now() then s.last_checked_at end where s.project_id = $1",
    ["now() in CASE or COALESCE"],
  ],
  [
    "the time in COALESCE",
    "delete from deliveries d where d.project_id = $1 and coalesce(d.leased_until <= statement_timestamp(), true)",
    ["statement_timestamp() in CASE or COALESCE"],
  ],
  [
    "an interval of columns",
    "update region_states r set silent = true from monitors m where r.project_id = $1 and m.project_id = $1 and r.last_checked_at < $2::timestamptz - make_interval(secs => m.interval_seconds)",
    ["an interval is added to a time, with columns"],
  ],
  [
    "a slice of an array",
    "update monitor_states s set recent_response_times = ($2::int[] || s.recent_response_times)[1:10] where s.project_id = $1",
    ["a slice of an array in SET, which isn't in COALESCE"],
  ],
  [
    "a row by its place",
    "delete from deployments where ctid = any (array(select ctid from deployments where deployed_at < $1 limit 10))",
    ["deployments isn't tied to a project", "deployments isn't tied to a project"],
  ],
  [
    "locks across projects",
    "select * from maintenance_windows where state = 'scheduled' order by id for update skip locked",
    ["maintenance_windows isn't tied to a project"],
  ],
  [
    "a recursive query without a project",
    "with recursive w as ((select integration_id from deliveries limit 1) union all select w.integration_id from w where false) select * from w",
    ["deliveries isn't tied to a project"],
  ],
  [
    "a volatile function in a change of a table on every node",
    "update projects set demo_filled_at = clock_timestamp() where id = $1",
    ["clock_timestamp() may return another time on each node"],
  ],
  [
    "parameters selected without a table",
    "insert into incident_numbers as n (project_id, last_number) select $1::bigint, 1 on conflict (project_id) do update set last_number = n.last_number + 1",
    ["parameters selected without a table"],
  ],
  [
    "a parameter in an upsert of rows that are read",
    "insert into page_snapshots as s (status_page_id) select id from status_pages where id = $1 on conflict (status_page_id) do update set etag = excluded.etag where s.xmin::text = $2",
    ["a parameter in DO UPDATE of rows that are read"],
  ],
  [
    "a change before an INSERT of rows that are read",
    "with seen as (update monitor_states set data_missing = false where project_id = any ($1::bigint[])) insert into events (project_id, key) select m.project_id, $2 from monitors m where m.project_id = any ($1::bigint[])",
    ["a change in WITH before an INSERT of rows that are read"],
  ],
  [
    "a time as text in RETURNING",
    "insert into idempotency_keys (organization_id, key) values ($1, $2) on conflict (organization_id, key) do nothing returning created_at::text",
    ["a cast to text or the time in RETURNING"],
  ],
  [
    "a volatile function in a change",
    "update events set fan_out_after = clock_timestamp() where project_id = $1",
    ["clock_timestamp() may return another time on each node"],
  ],
])("rejects %s", async (_, text, faults) => {
  expect(await shardFaults(text)).toEqual(faults);
});

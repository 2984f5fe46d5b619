-- How each step of the maintenance job goes: how far it is (its own measure), and since when it has been failing and why.
create table maintenance_steps (
  name text primary key,
  progress bigint,
  misses int not null default 0,
  failing_since timestamptz,
  failed_at timestamptz,
  reason text
);

-- Rollups say how far they are (epoch milliseconds) instead of being searched for their newest row.
insert into maintenance_steps (name, progress)
select name, extract(epoch from day + 1)::bigint * 1000
from (select max(day) as day from rollups_daily where day < (now() at time zone 'UTC')::date) newest,
  unnest(array['hourly_rollups', 'daily_rollups']) as name
where day is not null;

-- Every purge finds its rows by their age.
create index sessions_expiry on sessions (expires_at);
create index sessions_idle on sessions (last_seen_at);
create index access_links_expiry on access_links (expires_at);
create index idempotency_keys_age on idempotency_keys (created_at);
create index attempt_buckets_reset on attempt_buckets (reset_at);
create index region_hold_history_age on region_hold_history (since) where released_at is not null;
create index page_subscribers_unconfirmed on page_subscribers (created_at) where confirmed_at is null;
create index page_mails_age on page_mails (created_at);
create index probe_requests_age on probe_requests (created_at);
create index outbox_mails_age on outbox_mails (created_at);
create index delivery_attempts_age on delivery_attempts (started_at);
create index incident_timeline_evidence on incident_timeline (created_at) where detail ? 'evidence';
create index monitor_tombstones_age on monitor_tombstones (deleted_at);

-- Deleting a parent finds its children.
create index access_links_user on access_links (user_id);
create index outbox_mails_organization on outbox_mails (organization_id, id desc);
create index probe_requests_project on probe_requests (project_id);

-- Versions are taken under an advisory transaction lock, so that they commit in order and no delta misses one.
create sequence config_versions;

create table monitors (
  id bigint generated always as identity,
  project_id bigint not null references projects on delete cascade,
  name text not null,
  protocol text not null,
  request jsonb not null,
  regions text[] not null,
  interval_seconds int not null,
  timeout_ms int not null,
  success_assertions jsonb not null default '[]',
  incident_confirmations int not null,
  recovery_confirmations int not null,
  region_threshold int not null,
  -- Milliseconds; null if slow responses never make it degraded. The share is a percentage of the latest successful checks.
  slow_threshold int,
  slow_share int not null default 50,
  tags text[],
  paused boolean not null default false,
  paused_by_window boolean not null default false,
  config_version bigint not null,
  -- The regions as the client spelled them; null when each is spelled as its code in `regions`.
  region_spellings text[],
  -- Headers, body, and user agent secret of the request, encrypted.
  request_secrets bytea,
  -- When the check or the rules were last changed. Earlier results are never evaluated again.
  judged_since timestamptz,
  simulation text,
  -- A search too short for the index reads every monitor, so that it must not take the URL out of each request.
  search_text text not null
    generated always as (lower(name || E'\n' || coalesce(request ->> 'url', request ->> 'host', request ->> 'slug', ''))) stored,
  -- Lists are sorted by it: `Shop 2` before `Shop 10`, as each number in it has 20 digits.
  name_order text not null generated always as (
    regexp_replace(
      regexp_replace(lower(name), '[0-9]+', '00000000000000000000\&', 'g'), '[0-9]*([0-9]{20})', '\1', 'g'
    )
  ) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id, project_id)
);
create index monitors_project on monitors (project_id, id desc);
create index monitors_config_version on monitors (config_version);
create index monitors_tags on monitors using gin (tags);
-- Counts the tags in use without reading the monitors. It makes a bulk insert a sixth slower; checks never write it.
create index monitors_tag_lists on monitors (project_id, tags) where tags <> '{}';
-- Only demos have any, and each minute looks for them.
create index monitors_simulated on monitors (project_id) where simulation is not null;
create index monitors_paused_by_window on monitors (project_id) where paused_by_window;
create index monitors_name on monitors (project_id, name_order, id desc);
create index monitors_created on monitors (project_id, created_at);

create table monitor_tombstones (
  monitor_id bigint primary key,
  project_id bigint not null,
  config_version bigint not null,
  deleted_at timestamptz not null default now()
);
create index monitor_tombstones_version on monitor_tombstones (config_version);
create index monitor_tombstones_age on monitor_tombstones (deleted_at);

-- The latest state, one row per monitor. Lists and the overview read this, never raw results.
create table monitor_states (
  monitor_id bigint not null,
  project_id bigint not null,
  status text not null default 'fetching' check (status in ('fetching', 'online', 'offline', 'partial', 'paused')),
  status_since timestamptz not null default now(),
  status_reason text,
  last_checked_at timestamptz,
  recent_response_times int[] not null default '{}',
  data_missing boolean not null default false,
  -- Since when its responses are slow; null if they aren't.
  degraded_since timestamptz,
  -- Lists are sorted by it. Null before the first response.
  mean_response_time double precision generated always as (
    (
      coalesce(recent_response_times[1], 0) +
      coalesce(recent_response_times[2], 0) +
      coalesce(recent_response_times[3], 0) +
      coalesce(recent_response_times[4], 0) +
      coalesce(recent_response_times[5], 0) +
      coalesce(recent_response_times[6], 0) +
      coalesce(recent_response_times[7], 0) +
      coalesce(recent_response_times[8], 0) +
      coalesce(recent_response_times[9], 0) +
      coalesce(recent_response_times[10], 0)
    )::double precision / nullif(cardinality(recent_response_times), 0)
  ) stored,
  primary key (monitor_id, project_id),
  foreign key (monitor_id, project_id) references monitors (id, project_id) on delete cascade
) with (fillfactor = 70);
create index monitor_states_project on monitor_states (project_id, status);
-- The overview reads the few monitors and regions that need attention, never all of them.
create index monitor_states_exceptions on monitor_states (project_id, monitor_id) where status <> 'online' or data_missing;

create table region_states (
  monitor_id bigint not null,
  region text not null,
  project_id bigint not null,
  health text not null default 'unknown' check (health in ('unknown', 'healthy', 'failing')),
  failures int not null default 0,
  successes int not null default 0,
  failing_since timestamptz,
  healthy_since timestamptz,
  last_slot timestamptz,
  last_checked_at timestamptz,
  last_outcome text check (last_outcome in ('up', 'down', 'inconclusive')),
  last_error jsonb,
  response_time int,
  silent boolean not null default false,
  -- When the newest check began that counted for the region's state: checks too close together don't confirm each
  -- other.
  last_counted_at timestamptz,
  -- Figures of the latest check, for metrics.
  last_total_us int,
  last_status_code smallint,
  primary key (monitor_id, region, project_id),
  foreign key (monitor_id, project_id) references monitors (id, project_id) on delete cascade
) with (fillfactor = 70);
create index region_states_attention on region_states (project_id, monitor_id)
  where silent or last_outcome <> 'up' and last_error is not null;
-- Finds some of a region's monitors without reading the others, for comparing regions (REGION_PARTS).
create index region_states_parts on region_states (region, ((monitor_id % (1024)::bigint)));

-- Time in which a monitor was paused, by hand or by maintenance: not observed, not counted.
create table monitor_pauses (
  id bigint generated always as identity,
  project_id bigint not null,
  monitor_id bigint not null,
  cause text not null check (cause in ('manual', 'maintenance')),
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (id, project_id),
  foreign key (monitor_id, project_id) references monitors (id, project_id) on delete cascade
);
create index monitor_pauses_monitor on monitor_pauses (monitor_id, started_at);
create index monitor_pauses_end on monitor_pauses (project_id, ended_at);

-- Time in which a monitor was degraded, once it's over: shown, never counted as downtime.
create table monitor_degradations (
  project_id bigint not null,
  monitor_id bigint not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  primary key (monitor_id, started_at, project_id),
  foreign key (monitor_id, project_id) references monitors (id, project_id) on delete cascade
);
create index monitor_degradations_end on monitor_degradations (ended_at);

-- Certificates that checks saw, one row per monitor and certificate; the newest row is the one in use.
create table monitor_certificates (
  id bigint generated always as identity,
  project_id bigint not null references projects on delete cascade,
  monitor_id bigint not null,
  region text not null,
  fingerprint_sha256 text not null,
  serial_number text not null,
  subject_common_name text,
  subject_alternative_names text[] not null default '{}',
  issuer_common_name text,
  issuer_organization text,
  not_before timestamptz not null,
  not_after timestamptz not null,
  -- When a check saw it last: a monitor may show several certificates in turn (several servers, several regions), and
  -- go back to an older one.
  last_seen_at timestamptz not null default now(),
  -- The certificates above the server's own, as it sent them: name, fingerprint, and validity, the issuer's first.
  chain jsonb not null default '[]',
  -- A chain is valid until the first of its certificates expires, which may be an intermediate one. These columns are
  -- null when it's the server's own.
  expires_first text,
  expires_first_fingerprint text,
  expires_first_at timestamptz,
  expires_at timestamptz not null generated always as (coalesce(expires_first_at, not_after)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id, project_id),
  foreign key (monitor_id, project_id) references monitors (id, project_id) on delete cascade,
  unique (monitor_id, fingerprint_sha256, project_id)
);
create index monitor_certificates_project on monitor_certificates (project_id, id desc);
create index monitor_certificates_monitor on monitor_certificates (monitor_id, id desc);
create index monitor_certificates_expiry on monitor_certificates (project_id, expires_at);

-- Targets that a project named within the last hour, saved or tried without saving: checks must not be a port scanner.
create table target_trials (
  project_id bigint not null references projects on delete cascade,
  host text not null,
  port int not null,
  tried_at timestamptz not null default now(),
  primary key (project_id, host, port)
);
create index target_trials_age on target_trials (tried_at);

-- Releases of a project's services, drawn as marks in charts.
create table deployments (
  id bigint generated always as identity,
  project_id bigint not null references projects on delete cascade,
  name text not null,
  version text,
  url text,
  deployed_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (project_id, id)
);
create index deployments_project_time on deployments (project_id, deployed_at);
create index deployments_age on deployments (deployed_at);

-- The key that a configuration file uses for an item. It stays the same when the item is renamed.
create table managed_items (
  project_id bigint not null references projects on delete cascade,
  kind text not null,
  key text not null check (length(key) between 1 and 100),
  item_id bigint not null,
  primary key (project_id, kind, key),
  unique (project_id, kind, item_id)
);

-- What each imported item was imported from, so that another import finds it even after it was renamed.
create table imported_items (
  project_id bigint not null references projects on delete cascade,
  source text not null check (length(source) between 1 and 50),
  kind text not null check (length(kind) between 1 and 50),
  ref text not null check (length(ref) between 1 and 500),
  item_id bigint not null,
  primary key (project_id, source, kind, ref)
);

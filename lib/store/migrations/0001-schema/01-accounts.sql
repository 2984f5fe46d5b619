create table organizations (
  id bigint generated always as identity primary key,
  name text not null,
  plan text not null default 'scale' check (plan in ('hobby', 'scale')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table users (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  email text not null,
  password_hash text,
  role text not null check (role in ('owner', 'admin', 'member')),
  phone text,
  totp_secret bytea,
  totp_last_step bigint,
  recovery_codes jsonb not null default '[]',
  -- A second factor is set up in two steps: the secret waits here until its first code was right.
  totp_pending bytea,
  totp_enabled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table sessions (
  id bigint generated always as identity primary key,
  project_id bigint,
  token_hash bytea not null unique,
  user_id bigint not null references users on delete cascade,
  user_agent text,
  address text,
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
create index sessions_idle on sessions (last_seen_at);

-- One-time links: the owner's first, invitations, and password resets.
create table access_links (
  -- Invitations and reset links can be listed and revoked. They end with the person who created them.
  id bigint generated always as identity unique,
  token_hash bytea primary key,
  purpose text not null check (purpose in ('owner', 'invitation', 'password_reset')),
  organization_id bigint references organizations on delete cascade,
  user_id bigint references users on delete cascade,
  email text,
  role text,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_by bigint references users on delete cascade,
  -- Projects that an invited member joins; null: all of the organization's.
  project_ids bigint[],
  created_at timestamptz not null default now()
);
create index access_links_organization on access_links (organization_id, id desc);
create index access_links_created_by on access_links (created_by) where created_by is not null;
create index access_links_expiry on access_links (expires_at);
create index access_links_user on access_links (user_id);

-- Failed sign-ins per account and per IP address.
create table attempt_buckets (
  bucket text primary key,
  attempts int not null,
  reset_at timestamptz not null
);
create index attempt_buckets_reset on attempt_buckets (reset_at);

-- Devices and IP addresses from which a person signed in. From these, the right password still works after strangers
-- have used up the account's attempts. `origin` is `device:<SHA-256 of its cookie>` or `address:<IPv4 address or IPv6
-- /64>`.
create table known_origins (
  user_id bigint not null references users on delete cascade,
  origin text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, origin)
);
create index known_origins_seen on known_origins (seen_at);

create table projects (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  slug text not null,
  use_incident_ai boolean not null default true,
  use_incident_merging boolean not null default true,
  incident_merging_time_window int not null default 60,
  -- What new monitors get for fields that are left out; null without any.
  monitor_defaults jsonb,
  incident_prefix text not null,
  muted boolean not null default false,
  -- A demo project never notifies anyone (it is muted too), and its monitors have simulated results instead of checks.
  is_demo boolean not null default false,
  -- When a demo project was complete. What was created later was added by people. Null for other projects.
  demo_filled_at timestamptz,
  -- A deleted project is invisible, and stays only until everyone who was notified of its open incidents is notified of their
  -- end.
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index projects_slug on projects (organization_id, slug) where deleted_at is null;
create index projects_deleted on projects (deleted_at) where deleted_at is not null;

create table project_members (
  project_id bigint not null references projects on delete cascade,
  user_id bigint not null references users on delete cascade,
  position int not null default 0,
  primary key (project_id, user_id)
);
create index project_members_user on project_members (user_id);

-- When a person last looked at a project, and since when they had been away before that; null once they dismissed it.
create table visits (
  user_id bigint not null references users on delete cascade,
  project_id bigint not null references projects on delete cascade,
  seen_at timestamptz not null,
  away_since timestamptz,
  primary key (user_id, project_id)
);

-- A named set of filters of a list, for one person in one project. `query` is the query of the list's URL.
create table saved_filters (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects on delete cascade,
  user_id bigint not null references users on delete cascade,
  list text not null,
  name text not null,
  query text not null,
  created_at timestamptz not null default now(),
  unique (user_id, project_id, list, name)
);

create table api_keys (
  id bigint generated always as identity primary key,
  project_id bigint references projects on delete cascade,
  organization_id bigint not null references organizations on delete cascade,
  user_id bigint references users on delete cascade,
  kind text not null check (kind in ('organization', 'project', 'user')),
  name text not null,
  prefix text not null,
  last_four text not null,
  token_hash bytea not null unique,
  platform_access text not null check (platform_access in ('none', 'read', 'write')),
  uptime_access text not null check (uptime_access in ('none', 'read', 'write')),
  created_by bigint references users on delete set null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  -- Where a key was used from: IPv4 addresses and IPv6 /64, newest last. A use from elsewhere is recorded in the audit
  -- log.
  addresses text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index api_keys_organization on api_keys (organization_id);

create table idempotency_keys (
  organization_id bigint not null references organizations on delete cascade,
  key text not null,
  request_hash bytea not null,
  status int,
  body text,
  -- Whether the first request's transaction committed. Its server may have stopped before it kept the response.
  took_effect boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (organization_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table audit_log (
  id bigint generated always as identity primary key,
  project_id bigint,
  organization_id bigint not null references organizations on delete cascade,
  actor_type text not null check (actor_type in ('user', 'api_key', 'system')),
  actor_id bigint,
  actor_label text not null,
  action text not null,
  subject_type text,
  subject_id bigint,
  detail jsonb,
  created_at timestamptz not null default now()
);
create index audit_log_organization on audit_log (organization_id, id desc);

-- A digest of the APP_SECRET that encrypts the stored secrets. The server doesn't start with another one.
create table app_secret (
  id int primary key check (id = 1),
  digest text not null,
  -- The secret that signs links and proves domains, encrypted with APP_SECRET, once APP_SECRET was rotated.
  signing_secret bytea
);

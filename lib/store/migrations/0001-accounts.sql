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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id bigint not null references users on delete cascade,
  project_id bigint,
  user_agent text,
  address text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);

-- One-time links: the owner's first, invitations and password resets.
create table access_links (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('owner', 'invitation', 'password_reset')),
  organization_id bigint references organizations on delete cascade,
  user_id bigint references users on delete cascade,
  email text,
  role text,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);

-- Failed sign-ins per account and per address (T26).
create table attempt_buckets (
  bucket text primary key,
  attempts int not null,
  reset_at timestamptz not null
);

create table projects (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  slug text not null,
  use_incident_ai boolean not null default true,
  use_incident_merging boolean not null default true,
  incident_merging_time_window int not null default 60,
  incident_prefix text not null,
  last_incident_number bigint not null default 0,
  muted boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, slug)
);

create table project_members (
  project_id bigint not null references projects on delete cascade,
  user_id bigint not null references users on delete cascade,
  position int not null default 0,
  primary key (project_id, user_id)
);
create index project_members_user on project_members (user_id);

create table api_keys (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  project_id bigint references projects on delete cascade,
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
  created_at timestamptz not null default now(),
  primary key (organization_id, key)
);

create table audit_log (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  project_id bigint,
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

create table status_pages (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects on delete cascade,
  name text not null,
  subdomain text not null unique,
  domain text unique,
  domain_verified_at timestamptz,
  title text not null,
  description text not null,
  website_url text not null,
  search_engine_indexed boolean not null,
  components jsonb not null,
  color_scheme text not null default 'all',
  timeframe int not null default 90,
  show_response_times boolean not null default true,
  subscription_channels text[] not null default '{rss,atom}',
  theme jsonb not null,
  access_ips text[],
  access_token bytea,
  access_password text,
  tags text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index status_pages_project on status_pages (project_id, id desc);

create table status_page_files (
  status_page_id bigint not null references status_pages on delete cascade,
  kind text not null check (kind in ('logo_light', 'logo_dark', 'favicon_light', 'favicon_dark')),
  content_type text not null,
  content bytea not null,
  etag text not null,
  primary key (status_page_id, kind)
);

-- The sealed bytes of each public representation ('page', 'history', 'rss', …): what the front door serves.
create table page_snapshots (
  status_page_id bigint not null references status_pages on delete cascade,
  path text not null,
  content_type text not null,
  etag text not null,
  identity bytea not null,
  gzip bytea not null,
  brotli bytea not null,
  headers jsonb not null default '{}',
  sealed_at timestamptz not null default now(),
  primary key (status_page_id, path)
);

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
  color_scheme text not null default 'all' check (color_scheme in ('all', 'dark', 'light')),
  timeframe int not null default 90 check (timeframe in (30, 60, 90)),
  show_response_times boolean not null default true,
  subscription_channels text[] not null default '{rss,atom}',
  theme jsonb not null,
  access_ips text[],
  access_token bytea,
  access_password text,
  tags text[],
  -- The time zone whose calendar and clock the public page shows.
  time_zone text not null default 'UTC',
  -- The language of the page's texts.
  language text not null default 'en',
  domain_error text,
  -- How far the custom domain is, when it is checked next, and what DNS needs and had at the last check.
  domain_phase text check (domain_phase in ('waiting', 'verifying', 'active', 'broken')),
  domain_since timestamptz,
  domain_misses int not null default 0,
  domain_missing_since timestamptz,
  domain_checked_at timestamptz,
  domain_next_check_at timestamptz,
  domain_dns jsonb,
  -- The URL with which the page was last rendered, and when it last changed. It depends on the server's configuration
  -- and the domain's DNS too. Null before the first rendering.
  shown_url text,
  shown_url_changed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index status_pages_project on status_pages (project_id, id desc);
create index status_pages_domain_checks on status_pages (domain_next_check_at) where domain is not null;

create table status_page_files (
  status_page_id bigint not null references status_pages on delete cascade,
  kind text not null check (kind in ('logo_light', 'logo_dark', 'favicon_light', 'favicon_dark')),
  content_type text not null,
  content bytea not null,
  etag text not null,
  primary key (status_page_id, kind)
);

-- The bytes of each rendered home page, as the front door serves them. The rest is rendered from the page's rows on
-- request.
create table page_snapshots (
  status_page_id bigint primary key references status_pages on delete cascade,
  content_type text not null,
  etag text not null,
  identity bytea not null,
  headers jsonb not null default '{}',
  rendered_at timestamptz not null default now(),
  -- The rows that the page was last rendered from, compressed, so that the rest can be rendered while the database is
  -- away. Visitors never get it.
  source bytea,
  -- A page whose rows say the same as at its last rendering isn't rendered again: as_of says until when they did, and
  -- checked_at is the time that the page shows.
  signature text,
  as_of timestamptz not null default now(),
  checked_at timestamptz
);
create index page_snapshots_as_of on page_snapshots (as_of);

-- Visitors who asked for a page's emails, which they get from confirmed_at on. A row goes when they unsubscribe.
create table page_subscribers (
  id bigint generated always as identity primary key,
  status_page_id bigint not null references status_pages on delete cascade,
  -- In lower case: one subscription per email address and page.
  email text,
  -- Monitors of the page; empty: all, including those added later.
  components bigint[] not null default '{}',
  -- SHA-256 of the access rules that the visitor met; null: the page was public.
  access_mark bytea,
  confirmed_at timestamptz,
  -- The language in which the visitor subscribed, if it isn't the page's own.
  language text,
  -- What the subscriber chose besides components. Empty: all.
  groups text[] not null default '{}',
  kinds text[] not null default '{}' check (kinds <@ '{incidents,maintenance}'),
  -- Since when the choice applies. An incident is followed to its end unless the choice changed meanwhile.
  chosen_at timestamptz not null default now(),
  -- A subscriber has an email address or a webhook. Webhooks are confirmed by answering a challenge, which is a row of
  -- page_mails too.
  url text,
  -- Who entered the URL. A visitor's webhook may only reach public IP addresses.
  source text not null default 'visitor' check (source in ('visitor', 'added', 'imported')),
  -- Since when nothing has been delivered, and why the last attempt failed.
  failing_since timestamptz,
  last_error text,
  -- Nothing is sent anymore; last_error says why.
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint page_subscribers_address check ((email is null) <> (url is null)),
  unique (status_page_id, email)
);
create index page_subscribers_unconfirmed on page_subscribers (created_at) where confirmed_at is null;
create unique index page_subscribers_active_url on page_subscribers (status_page_id, url)
  where url is not null and confirmed_at is not null and disabled_at is null;

-- One row per email or webhook request: it goes to a subscriber once, whatever is repeated.
create table page_mails (
  id bigint generated always as identity primary key,
  subscriber_id bigint not null references page_subscribers on delete cascade,
  -- What it's about: "event:12", "window:3:<starts>:<ends>".
  about text not null,
  event_id bigint,
  window_id bigint,
  attempts int not null default 0,
  -- Nobody else sends it before, by the database's clock: a lease while it's sent, a pause after it failed.
  not_before timestamptz,
  sent_at timestamptz,
  -- Set with the reason when it isn't sent anymore.
  dropped_at timestamptz,
  reason text,
  -- The incident or window that it's about: "incident:12", "window:3".
  thread text,
  -- The title that the message gave its incident. The end of an incident that the page no longer shows has the latest
  -- one.
  title text,
  created_at timestamptz not null default now(),
  unique (subscriber_id, about)
);
create index page_mails_waiting on page_mails (created_at) where sent_at is null and dropped_at is null;
create index page_mails_age on page_mails (created_at);

-- The project that last proved a domain. It outlives pages and projects, because DNS records that still point here must
-- not prove the domain for someone else.
create table domain_holders (
  domain text primary key,
  holder_project_id bigint not null,
  proved_at timestamptz not null
);

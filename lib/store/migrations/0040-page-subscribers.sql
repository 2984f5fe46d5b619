-- Visitors who asked for a page's mails. They are told from confirmed_at on; who leaves is forgotten.
create table page_subscribers (
  id bigint generated always as identity primary key,
  status_page_id bigint not null references status_pages on delete cascade,
  -- Lower-case: one subscription an address and page.
  email text not null,
  -- Monitors of the page; empty: all, also those that come later.
  components bigint[] not null default '{}',
  -- SHA-256 of the access rules that were met when it was asked for; null: the page was public.
  access_mark bytea,
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  unique (status_page_id, email)
);

-- One row a mail: it goes to a subscriber once, whatever is repeated.
create table page_mails (
  id bigint generated always as identity primary key,
  subscriber_id bigint not null references page_subscribers on delete cascade,
  -- What it tells of: "event:12", "window:3:<starts>:<ends>".
  about text not null,
  event_id bigint,
  window_id bigint,
  attempts int not null default 0,
  -- Nobody else sends it before, by the database's clock: a lease while it is sent, a pause after it failed.
  not_before timestamptz,
  sent_at timestamptz,
  -- Set with the reason when it is not sent any more.
  dropped_at timestamptz,
  reason text,
  created_at timestamptz not null default now(),
  unique (subscriber_id, about)
);
create index page_mails_waiting on page_mails (created_at) where sent_at is null and dropped_at is null;

-- A subscriber has an email address or a webhook. Webhooks are confirmed by answering a challenge, a row of page_mails too.
alter table page_subscribers
  alter column email drop not null,
  add column url text,
  -- Who named the address. A visitor's webhook may reach public addresses only.
  add column source text not null default 'visitor' check (source in ('visitor', 'added', 'imported')),
  -- Since when nothing has been delivered, and why the last attempt failed.
  add column failing_since timestamptz,
  add column last_error text,
  -- Nothing is sent any more; last_error says why.
  add column disabled_at timestamptz,
  add constraint page_subscribers_address check ((email is null) <> (url is null));
create unique index page_subscribers_active_url on page_subscribers (status_page_id, url)
  where url is not null and confirmed_at is not null and disabled_at is null;

-- When a check saw it last: a monitor may show several certificates in turn (several servers, several regions), and go back to an older one.
alter table monitor_certificates add column last_seen_at timestamptz not null default now();
update monitor_certificates set last_seen_at = created_at;

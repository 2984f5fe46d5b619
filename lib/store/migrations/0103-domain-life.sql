-- Where a page's custom domain is on its way, when it is checked next, and what DNS needs and had at the last check. Domains that an
-- earlier version entered have no phase, which makes their check due.
alter table status_pages
  add column domain_phase text check (domain_phase in ('waiting', 'verifying', 'active', 'broken')),
  add column domain_since timestamptz,
  add column domain_misses int not null default 0,
  add column domain_missing_since timestamptz,
  add column domain_checked_at timestamptz,
  add column domain_next_check_at timestamptz,
  add column domain_dns jsonb;
update status_pages set domain_phase = 'active', domain_since = domain_verified_at, domain_next_check_at = now()
  where domain is not null and domain_verified_at is not null;
create index status_pages_domain_checks on status_pages (domain_next_check_at) where domain is not null;

-- The project that last proved a domain. It outlives pages and projects: records that still point here after a page is gone must not
-- prove the domain for someone else.
create table domain_holders (
  domain text primary key,
  holder_project_id bigint not null,
  proved_at timestamptz not null
);
insert into domain_holders (domain, holder_project_id, proved_at)
  select domain, project_id, domain_verified_at from status_pages where domain is not null and domain_verified_at is not null;

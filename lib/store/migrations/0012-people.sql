-- Invitations and reset links that can be listed and revoked. They end with the person who made them.
alter table access_links
  add column id bigint generated always as identity unique,
  add column created_by bigint references users on delete cascade,
  -- Projects that an invited member joins; null: all of the organization's.
  add column project_ids bigint[];
create index access_links_organization on access_links (organization_id, id desc);
create index access_links_created_by on access_links (created_by) where created_by is not null;

-- A second factor is set up in two steps: the secret waits here until its first code was right.
alter table users
  add column totp_pending bytea,
  add column totp_enabled_at timestamptz;

-- When the check or the rules of a monitor were last changed. Results from before are never evaluated again.
alter table monitors add column judged_since timestamptz;
update monitors set judged_since = updated_at where updated_at > created_at;

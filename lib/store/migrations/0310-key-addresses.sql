-- Where a key was used from: IPv4 addresses and IPv6 /64, newest last. A use from elsewhere is recorded in the audit log.
alter table api_keys add column addresses text[] not null default '{}';

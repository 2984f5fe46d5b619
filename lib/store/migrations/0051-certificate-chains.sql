-- The certificates above the server's own, as it sent them along: name, fingerprint and validity, the issuer's first.
alter table monitor_certificates add column chain jsonb not null default '[]';

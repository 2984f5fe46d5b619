-- Headers, body and user agent secret of a monitor's request, encrypted. Rows from before are encrypted by the hourly job.
alter table monitors add column request_secrets bytea;

-- A mail that was kept because email isn't configured was not delivered.
alter table deliveries drop constraint deliveries_status_check, add constraint deliveries_status_check
  check (status in ('pending', 'delivered', 'not_sent', 'failed', 'muted', 'rate_limited', 'superseded'));
alter table delivery_attempts drop constraint delivery_attempts_outcome_check, add constraint delivery_attempts_outcome_check
  check (outcome in ('delivered', 'not_sent', 'retry', 'rejected'));
update deliveries set status = 'not_sent', reason = 'Email isn''t configured. The message is in the outbox.'
  where status = 'delivered' and reason = 'Kept in the outbox: SMTP is not set up.';
update delivery_attempts set outcome = 'not_sent', error = 'Email isn''t configured. The message is in the outbox.'
  where outcome = 'delivered' and error = 'Kept in the outbox: SMTP is not set up.';

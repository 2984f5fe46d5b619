-- When subscribers are reminded of a window next, set with its dates. Null: not again.
alter table maintenance_windows add column next_reminder_at timestamptz;
update maintenance_windows
  set next_reminder_at = (select min(starts_at - lead) from unnest(array[interval '24 hours', interval '1 hour']) lead
    where starts_at - lead > now())
  where state = 'scheduled';
create index maintenance_windows_reminders on maintenance_windows (next_reminder_at)
  where state = 'scheduled' and next_reminder_at is not null;

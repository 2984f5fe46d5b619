-- Hourly rollups are dropped by whole months. The existing rows become the first partition, which takes everything before the next month:
-- they are read once to prove that and never copied (96 million rows: a minute or two). New months follow as partitions of their own.
alter table rollups_hourly rename to rollups_hourly_before;
alter index rollups_hourly_pkey rename to rollups_hourly_before_pkey;
create table rollups_hourly (
  like rollups_hourly_before including defaults,
  primary key (monitor_id, region, hour)
) partition by range (hour);

do $$
declare
  next_month timestamptz := (date_trunc('month', now() at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  provable text := format('alter table rollups_hourly_before add constraint rollups_hourly_before_next_month check (hour < %L)', next_month);
begin
  begin
    execute provable;
  exception when check_violation then
    -- Added up while a clock was weeks ahead: nothing was checked then.
    delete from rollups_hourly_before where hour >= next_month;
    execute provable;
  end;
  execute format('alter table rollups_hourly attach partition rollups_hourly_before for values from (minvalue) to (%L)', next_month);
  alter table rollups_hourly_before drop constraint rollups_hourly_before_next_month;
end $$;

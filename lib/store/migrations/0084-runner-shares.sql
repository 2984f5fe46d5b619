-- When a runner counted as alive: it alone may report what it was to check then, however late its results arrive.
alter table runners add column presence tstzmultirange not null default '{}';
-- When the newest check began that counted for the region's verdict: checks too close together don't confirm each other.
alter table region_states add column last_counted_at timestamptz;

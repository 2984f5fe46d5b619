-- A flapping monitor's incident waits until it holds: when it came back, and when that counts as recovered.
alter table incidents
  add column held_since timestamptz,
  add column held_until timestamptz;
create index incidents_held on incidents (held_until) where held_until is not null and status <> 'recovered';

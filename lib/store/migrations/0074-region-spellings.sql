-- The regions of a monitor as its client spelled them; null when each is spelled as its code in `regions`.
alter table monitors add column region_spellings text[];

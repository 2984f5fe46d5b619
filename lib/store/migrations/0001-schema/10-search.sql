-- Finds text anywhere in a monitor's name or target and in an incident's slug or titles. Without the extension, or the right
-- to create it, a search reads every row.
do $$ begin
  create extension if not exists pg_trgm;
  create index monitors_search on monitors using gin (search_text gin_trgm_ops);
  create index incidents_search on incidents
    using gin (lower(slug || ' ' || title || ' ' || coalesce(public_title, '')) gin_trgm_ops);
exception when others then
  raise notice 'search stays without an index: %', sqlerrm;
end $$;

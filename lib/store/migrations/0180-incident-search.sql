-- Finds text anywhere in a slug or title. Without the extension, or the right to create it, a search reads all incidents.
do $$ begin
  create extension if not exists pg_trgm;
  create index incidents_search on incidents
    using gin (lower(slug || ' ' || title || ' ' || coalesce(public_title, '')) gin_trgm_ops);
exception when others then
  raise notice 'search of incidents stays without an index: %', sqlerrm;
end $$;

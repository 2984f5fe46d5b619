create index monitors_name on monitors (project_id, lower(name), id desc);

-- Finds text anywhere in a name or target. Without the extension, or the right to create it, a search reads all monitors.
do $$ begin
  create extension if not exists pg_trgm;
  create index monitors_search_name on monitors using gin (lower(name) gin_trgm_ops);
  create index monitors_search_target on monitors using gin (lower(coalesce(request ->> 'url', request ->> 'host')) gin_trgm_ops);
exception when others then
  raise notice 'search of monitors stays without an index: %', sqlerrm;
end $$;

-- Events kept monitors with the whole request. What a restore brings from an earlier version passes here too.
create function strip_event_requests(after_id bigint) returns void language sql as $$
  update events e set entities = e.entities
    || case when e.entities ? 'monitor' then jsonb_build_object('monitor', stripped.monitor) else '{}' end
    || case when jsonb_typeof(e.entities -> 'affected_monitors') = 'array'
         then jsonb_build_object('affected_monitors', coalesce(stripped.affected, '[]')) else '{}' end
  from events source
  cross join lateral (
    select source.entities -> 'monitor' #- '{request,headers}' #- '{request,body}' #- '{request,user_agent_secret}' as monitor,
      (select jsonb_agg(entity #- '{request,headers}' #- '{request,body}' #- '{request,user_agent_secret}' order by place)
       from jsonb_array_elements(case jsonb_typeof(source.entities -> 'affected_monitors')
         when 'array' then source.entities -> 'affected_monitors' else '[]' end) with ordinality one (entity, place)) as affected
  ) stripped
  where source.id = e.id and e.id > after_id and (
    e.entities @? '$.monitor.request ? (@.headers != null || @.body != null || @.user_agent_secret != null)'
    or e.entities @? '$.affected_monitors[*].request ? (@.headers != null || @.body != null || @.user_agent_secret != null)')
$$;
select strip_event_requests(0);

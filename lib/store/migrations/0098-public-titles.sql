-- What status pages call an incident. Null: a neutral title for automatic incidents, the title for manual ones.
alter table incidents add column public_title text;
-- People who renamed an automatic incident did so for its status page.
update incidents i set public_title = i.title where i.type = 'monitor'
  and exists (select from incident_updates u where u.incident_id = i.id)
  and exists (select from incident_timeline t where t.incident_id = i.id and t.kind = 'edited' and t.reason like '%the title to “%');

-- Markdown for visitors, on the incident's page. Drafts stay in the timeline.
alter table incidents add column post_mortem text, add column post_mortem_published_at timestamptz;

-- The address at which a page was last rendered, and when it last changed: feeds and the calendar show it, and it follows from the
-- server's configuration and the domain's DNS as well as from the page. Null before the first rendering.
alter table status_pages
  add column shown_url text,
  add column shown_url_changed_at timestamptz;

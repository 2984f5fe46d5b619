-- What a subscriber chose beside components. Empty: all.
alter table page_subscribers
  add column groups text[] not null default '{}',
  add column kinds text[] not null default '{}' check (kinds <@ '{incidents,maintenance}'),
  -- Since when the choice applies. An incident is followed to its end unless the choice changed meanwhile.
  add column chosen_at timestamptz not null default now();

-- The incident or window that a mail is about: "incident:12", "window:3".
alter table page_mails add column thread text;

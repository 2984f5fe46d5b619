-- When a runner counted as alive: it alone may report what it was to check then, however late its results arrive.
alter table runners add column presence tstzmultirange not null default '{}';

-- The language in which someone subscribed, if it isn't the page's own.
alter table page_subscribers add column language text;

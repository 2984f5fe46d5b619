-- The language of a page's texts, and why its own domain could not be verified (null: it was, or was not checked yet).
alter table status_pages add column language text not null default 'en', add column domain_error text;

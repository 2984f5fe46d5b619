-- The title under which an email or webhook message named its incident. The end of an incident that its page no longer shows has the latest one.
alter table page_mails add column title text;

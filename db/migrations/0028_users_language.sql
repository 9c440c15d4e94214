-- In which language a user signed in last: mails that others cause are written in it. Null where that is not known yet.
alter table users add column language text;

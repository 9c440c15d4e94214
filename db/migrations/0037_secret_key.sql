-- The fingerprint of the key that secrets are sealed under, in one row at most: a server that has lost the key, or has
-- another one, notices it here. It is the whole deployment's, as the key is.
create table secret_key (fingerprint text primary key);
-- Of what key a database was used with so far nothing is known but that there was one.
insert into secret_key select 'unknown' where exists (select from tenants);

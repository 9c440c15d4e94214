-- needs: 0062_operators.sql
-- An IANA name: the tenant's days begin at midnight there. PostgreSQL is never asked for it, because it may know others.
alter table tenant_settings
  add column time_zone text not null default 'Europe/Istanbul' check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,59}$');

-- needs: 0059_servers.sql
-- Backups that were made or are being made: one at a time, and one for each scheduled moment, whichever server makes it.
create table backups (
  id uuid primary key,
  place text not null,
  server text not null,
  scheduled_for timestamptz unique,
  started_at timestamptz not null default now(),
  -- A process that died no longer says so.
  seen_at timestamptz not null default now(),
  ended_at timestamptz,
  error text not null default '',
  -- In its place; the rest is of a complete one.
  name text,
  tenants integer,
  rows bigint,
  bytes bigint,
  pictures bigint,
  missing_pictures bigint
);
create index backups_ended on backups (ended_at);
grant select on backups to toptan_app;

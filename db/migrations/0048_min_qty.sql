-- The smallest quantity of a size or lot that can be ordered, in units.
alter table variants add column min_qty integer not null default 1 check (min_qty >= 1);

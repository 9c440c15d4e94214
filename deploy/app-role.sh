#!/bin/sh
# Run once by the database's image: the login that requests use, which owns nothing. psql quotes the password.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
\getenv password APP_PASSWORD
CREATE ROLE toptan_app LOGIN PASSWORD :'password';
SQL

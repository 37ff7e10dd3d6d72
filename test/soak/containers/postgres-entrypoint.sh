#!/bin/sh
# What the entry point of the image postgres:18 does: prepares an empty data folder as the user postgres, runs the scripts of
# /docker-entrypoint-initdb.d once, and serves.
set -eu
export PGDATA=/var/lib/postgresql/18/docker
SOCKETS=/var/run/postgresql

if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chown -R postgres /var/lib/postgresql "$SOCKETS"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0"
fi

if [ ! -e "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" > /tmp/password
  # Split into arguments on purpose.
  # shellcheck disable=SC2086
  initdb --username=postgres --pwfile=/tmp/password $POSTGRES_INITDB_ARGS
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl --wait --options="-c listen_addresses= -c unix_socket_directories=$SOCKETS" start
  psql --no-psqlrc --host="$SOCKETS" --username=postgres --command="CREATE DATABASE $POSTGRES_DB"
  for file in /docker-entrypoint-initdb.d/*.sql; do
    psql --no-psqlrc --set=ON_ERROR_STOP=1 --host="$SOCKETS" --username=postgres --dbname="$POSTGRES_DB" --file="$file"
  done
  pg_ctl --wait --mode=fast stop
fi

exec postgres -c listen_addresses='*' -c unix_socket_directories="$SOCKETS"

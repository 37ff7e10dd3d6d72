#!/bin/sh
# Takes a backup into the folder BACKUPS as the owner of the database, while everything runs, with the programs of PostgreSQL's own
# major version; deletes those of more than 35 days, which contain people who were erased since. The servers report its age.
set -eu
: "${BACKUPS:=/var/backups/lampstand}"
url=${MIGRATION_DATABASE_URL:-$DATABASE_URL}
file="$BACKUPS/lampstand-$(date -u +%Y-%m-%dT%H%M%S).dump"
umask 077
pg_dump --format=custom --file="$file.unfinished" "$url"
pg_restore --file=/dev/null "$file.unfinished"
mv "$file.unfinished" "$file"
psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --command "INSERT INTO backups (bytes) VALUES ($(stat --format=%s "$file"))" "$url"
find "$BACKUPS" -name 'lampstand-*.dump*' -mtime +35 -delete
echo "$file"

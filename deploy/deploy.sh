#!/bin/sh
# Starts this release on the machine that deploy/install.sh prepared, without a pause, as root:
#   sh /opt/lampstand/releases/lampstand-1.0.0/deploy/deploy.sh
# A release whose server is not ready in time is taken back: the one before runs on. To roll back, run this script of the older release.
set -eu
cd "$(dirname "$0")/.."
release=$(pwd -P)
current=/opt/lampstand/current
before=$(readlink --canonicalize-existing "$current" || true)
: "${READY_SECONDS:=120}"

start() {
	ln --symbolic --force --no-dereference "$1" "$current"
	for server in a b; do
		systemctl restart "lampstand@$server"
		PORT=$(sed -n 's/^PORT=//p' "/etc/lampstand/$server.env" | tr -d "\"'")
		end=$(($(date +%s) + READY_SECONDS))
		until curl --fail --silent --output /dev/null --max-time 3 "http://127.0.0.1:$PORT/readyz"; do
			[ "$(date +%s)" -lt "$end" ] || return 1
			sleep 1
		done
	done
}

[ -z "$before" ] || systemctl start lampstand-backup
(
	set -a
	. /etc/lampstand/server.env
	set +a
	exec setpriv --reuid lampstand --regid lampstand --clear-groups bin/node apps/api/build/migrate.js
)
if ! start "$release"; then
	journalctl --unit 'lampstand@*' --lines 20 --no-pager >&2
	echo "$release did not become ready within $READY_SECONDS s." >&2
	[ -z "$before" ] || { start "$before" && echo "$before runs again." >&2; }
	exit 1
fi
echo "$release runs."

# The last three stay, for a way back.
ls -1d --sort=time /opt/lampstand/releases/*/ | tail -n +4 | while IFS= read -r old; do
	[ "$old" = "$release/" ] || [ "$old" = "$before/" ] || rm -r "$old"
done

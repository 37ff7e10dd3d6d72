#!/bin/sh
# Prepares a Debian machine (12 or newer) for Lampstand with a database and a proxy of its own, as root:
#   sh deploy/install.sh your.site
# Run it again after a change here, or when it was interrupted: it keeps the database, the settings and the host name that are there.
set -eu
host=${1:?Usage: sh deploy/install.sh your.site}
cd "$(dirname "$0")/.."

export DEBIAN_FRONTEND=noninteractive
apt-get update --quiet
apt-get install --yes --quiet --no-install-recommends caddy ca-certificates curl postgresql
id lampstand >/dev/null 2>&1 || useradd --system lampstand

secret() { head -c 32 /dev/urandom | od -A n -t x1 | tr -d ' \n'; }
psql_as_admin() { runuser -u postgres -- psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 "$@"; }

settings=/etc/lampstand/server.env
install -d -m 750 /etc/lampstand
if [ ! -e "$settings" ]; then
	umask 077
	cp docker/production.env.example "$settings.new"
	for name in LINK_SECRETS SESSION_SECRETS INTERNAL_TOKEN MAIL_WEBHOOK_SECRET; do
		sed -i "s/^$name=\$/$name=$(secret)/" "$settings.new"
	done
	cat >>"$settings.new" <<-END
		# What the pages show, and where they are.
		SITE_URL=https://$host
		PRODUCT_NAME=
		SUPPORT_EMAIL=
		POSTAL_ADDRESS=
		# The role that serves, and the one that owns the tables.
		DATABASE_URL=postgres://lampstand_server:$(secret)@127.0.0.1/lampstand
		MIGRATION_DATABASE_URL=postgres://lampstand_owner:$(secret)@127.0.0.1/lampstand
	END
	printf 'PORT=3001\nMETRICS_PORT=9464\n' >/etc/lampstand/a.env
	printf 'PORT=3002\nMETRICS_PORT=9465\n' >/etc/lampstand/b.env
	mv "$settings.new" "$settings"
	umask 022
fi

# The database and the roles of these settings, unless they name one elsewhere.
password() { sed -n "s#^$1=postgres://$2:\([^@]*\)@127\.0\.0\.1/lampstand\$#\1#p" "$settings"; }
DATABASE_OWNER_PASSWORD=$(password MIGRATION_DATABASE_URL lampstand_owner)
DATABASE_SERVER_PASSWORD=$(password DATABASE_URL lampstand_server)
if [ -n "$DATABASE_OWNER_PASSWORD" ] && [ -n "$DATABASE_SERVER_PASSWORD" ]; then
	export DATABASE_OWNER_PASSWORD DATABASE_SERVER_PASSWORD
	systemctl start postgresql
	has() { [ "$(psql_as_admin --tuples-only --no-align --command "SELECT count(*) FROM $1")" = 1 ]; }
	has "pg_database WHERE datname = 'lampstand'" || {
		psql_as_admin --command "DROP ROLE IF EXISTS lampstand_owner, lampstand_server"
		psql_as_admin --command "CREATE DATABASE lampstand ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0"
	}
	has "pg_roles WHERE rolname = 'lampstand_server'" ||
		psql_as_admin --single-transaction --dbname lampstand <docker/roles.sql
fi

install -d /opt/lampstand/releases
install -d -m 700 -o lampstand /var/backups/lampstand
cp -r deploy/systemd/lampstand* /etc/systemd/system/
proxy=/etc/systemd/system/caddy.service.d
[ -e "$proxy/lampstand.conf" ] || {
	install -d "$proxy"
	sed "s/your\.site/$host/" deploy/systemd/caddy.service.d/lampstand.conf >"$proxy/lampstand.conf"
}
cp docker/Caddyfile /etc/caddy/Caddyfile
systemctl daemon-reload
systemctl enable --quiet lampstand@a lampstand@b caddy
systemctl enable --quiet --now lampstand-backup.timer
systemctl restart caddy
echo "Fill in $settings, then run deploy/deploy.sh."

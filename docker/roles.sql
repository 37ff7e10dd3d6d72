-- The two roles: lampstand_owner owns the database and migrates; lampstand_server serves, with rights granted at each start of a
-- server. psql runs this once, when the database is created, and reads the passwords from the environment.
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv server_password DATABASE_SERVER_PASSWORD
CREATE ROLE lampstand_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE lampstand_server LOGIN PASSWORD :'server_password';
ALTER DATABASE lampstand OWNER TO lampstand_owner;
REVOKE ALL ON DATABASE lampstand FROM PUBLIC;
GRANT CONNECT ON DATABASE lampstand TO lampstand_server;

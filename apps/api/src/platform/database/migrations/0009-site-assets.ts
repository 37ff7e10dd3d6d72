import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The assets of the last releases, for servers that do not have them on disk. */
export class SiteAssets0000000000009 implements MigrationInterface {
  name = 'SiteAssets0000000000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE site_assets, site_releases`);
  }
}

const UP = `
CREATE TABLE site_releases (
  id text NOT NULL,
  assets text[] NOT NULL,
  started_at timestamptz NOT NULL,
  CONSTRAINT site_releases_pkey PRIMARY KEY (id)
);

CREATE TABLE site_assets (
  path text NOT NULL,
  content_type text NOT NULL,
  body bytea NOT NULL,
  br bytea,
  gz bytea,
  CONSTRAINT site_assets_pkey PRIMARY KEY (path)
);
`;

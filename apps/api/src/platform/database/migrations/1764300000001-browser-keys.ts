import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the unfinished sign-up of a browser by the hash of its key. */
export class BrowserKeys1764300000001 implements MigrationInterface {
  name = 'BrowserKeys1764300000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX "trial_signups_browser_keys" ON "trial_signups" USING gin ("browser_keys")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "trial_signups_browser_keys"`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sign-ups of one card are found without reading all. Made beside the running servers: nobody waits for it. */
export class SameCard1764000000000 implements MigrationInterface {
  name = 'SameCard1764000000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // It waits for every transaction that is under way, and nothing waits for it.
    await runner.query('SET lock_timeout = 0; SET statement_timeout = 0');
    // One that was cut short has left an index that nothing uses.
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "trial_signups_card"`);
    await runner.query(`CREATE INDEX CONCURRENTLY "trial_signups_card" ON "trial_signups" ("card_fingerprint")
      WHERE "card_fingerprint" IS NOT NULL`);
    await runner.query('RESET lock_timeout; RESET statement_timeout');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "trial_signups_card"`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SET_TIMEOUTS } from '../timeouts.ts';

/** An index of sign-ups by card, built concurrently while servers run. */
export class SameCard1764000000000 implements MigrationInterface {
  name = 'SameCard1764000000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // CREATE INDEX CONCURRENTLY waits for all running transactions, however long.
    await runner.query('SET lock_timeout = 0; SET statement_timeout = 0');
    // An interrupted run leaves an invalid index behind.
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "trial_signups_card"`);
    await runner.query(`CREATE INDEX CONCURRENTLY "trial_signups_card" ON "trial_signups" ("card_fingerprint")
      WHERE "card_fingerprint" IS NOT NULL`);
    await runner.query(SET_TIMEOUTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "trial_signups_card"`);
  }
}

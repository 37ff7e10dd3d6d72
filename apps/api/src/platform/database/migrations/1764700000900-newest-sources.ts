import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The newest sign-ups with an answer to "How did you hear", with what its filter is combined with. Of an answer that many gave,
 * the list counts 5,000 in this order; `trial_signups_source` is for a rare one.
 */
export class NewestSources1764700000900 implements MigrationInterface {
  name = 'NewestSources1764700000900';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX "trial_signups_newest_sources" ON "trial_signups" ("created_at", "id")
        INCLUDE ("how_heard_about", "state", "phone_verified_at", "card_saved_at", "selected_plan", "church_size", "contacted_at")
        WHERE "superseded_by" IS NULL AND "erased_at" IS NULL AND "how_heard_about" <> ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "trial_signups_newest_sources"');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when the payment provider could not be asked whether a card was stored. */
export class UnknownCards1764700000210 implements MigrationInterface {
  name = 'UnknownCards1764700000210';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "trial_signups" ADD "card_unknown_since" TIMESTAMP WITH TIME ZONE`);
    await runner.query(
      `CREATE INDEX "trial_signups_card_unknown" ON "trial_signups" ("card_unknown_since") WHERE "card_unknown_since" IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "trial_signups" DROP COLUMN "card_unknown_since"`);
  }
}

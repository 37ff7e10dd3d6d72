import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The kept counts tell how many people signed up, too: `people` is 0 for a repeated sign-up of the same person, and
 * `people_verified` for one without a proven phone. Hashes of the
 * email and of the proven phone find the other sign-ups of a person whose counts a change concerns. The next sweep counts anew.
 */
export class PeopleCounts1764600000020 implements MigrationInterface {
  name = 'PeopleCounts1764600000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "signup_counts" ADD COLUMN "people" integer NOT NULL DEFAULT 0, ADD COLUMN "people_verified" integer NOT NULL DEFAULT 0;
      ALTER TABLE "counted_signups" ADD COLUMN "people" smallint NOT NULL DEFAULT 0, ADD COLUMN "people_verified" smallint NOT NULL DEFAULT 0,
        ADD COLUMN "email_hash" bigint, ADD COLUMN "phone_hash" bigint;
      CREATE INDEX "counted_signups_email" ON "counted_signups" ("email_hash");
      CREATE INDEX "counted_signups_phone" ON "counted_signups" ("phone_hash");
      ${triggerOn([...COLUMNS, 'email', 'phone'])}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${triggerOn(COLUMNS)}
      ALTER TABLE "counted_signups" DROP COLUMN "people", DROP COLUMN "people_verified", DROP COLUMN "email_hash", DROP COLUMN "phone_hash";
      ALTER TABLE "signup_counts" DROP COLUMN "people", DROP COLUMN "people_verified"`);
  }
}

// oxfmt-ignore
const COLUMNS = ['created_at', 'selected_plan', 'church_size', 'phone_verified_at', 'card_saved_at', 'state', 'superseded_by', 'erased_at'];

const triggerOn = (names: string[]) => `
CREATE OR REPLACE TRIGGER "trial_signups_recounted" AFTER UPDATE ON "trial_signups" FOR EACH ROW
WHEN (${names.map((name) => `OLD.${name} IS DISTINCT FROM NEW.${name}`).join(' OR ')}) EXECUTE FUNCTION "signup_changed"();`;

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The kept counts tell how many of each step staff contacted, too. The next sweep counts what is there. */
export class ContactedCounts1764700000800 implements MigrationInterface {
  name = 'ContactedCounts1764700000800';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, type] of TABLES)
      await runner.query(
        `ALTER TABLE "${table}" ${COUNTS.map((name) => `ADD COLUMN "${name}" ${type} NOT NULL DEFAULT 0`).join(', ')}`,
      );
    await runner.query(triggerOn([...COLUMNS, 'contacted_at']));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(triggerOn(COLUMNS));
    for (const [table] of TABLES)
      await runner.query(`ALTER TABLE "${table}" ${COUNTS.map((name) => `DROP COLUMN "${name}"`).join(', ')}`);
  }
}

const TABLES = [
  ['signup_counts', 'integer'],
  ['counted_signups', 'smallint'],
] as const;

const COUNTS = ['registered', 'verified', 'card', 'account'].map((step) => `contacted_${step}`);

// oxfmt-ignore
const COLUMNS = [
  'created_at', 'selected_plan', 'church_size', 'phone_verified_at', 'card_saved_at', 'state', 'superseded_by', 'erased_at', 'email', 'phone',
];

const triggerOn = (names: string[]) => `
CREATE OR REPLACE TRIGGER "trial_signups_recounted" AFTER UPDATE ON "trial_signups" FOR EACH ROW
WHEN (${names.map((name) => `OLD.${name} IS DISTINCT FROM NEW.${name}`).join(' OR ')}) EXECUTE FUNCTION "signup_changed"();`;

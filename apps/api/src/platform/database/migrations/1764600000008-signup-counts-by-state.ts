import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The kept counts tell how many sign-ups are in each state, too. The next sweep counts what is there. */
export class SignupCountsByState1764600000008 implements MigrationInterface {
  name = 'SignupCountsByState1764600000008';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, type] of TABLES)
      await runner.query(
        `ALTER TABLE "${table}" ${STATES.map((name) => `ADD COLUMN "${name}" ${type} NOT NULL DEFAULT 0`).join(', ')}`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table] of TABLES)
      await runner.query(`ALTER TABLE "${table}" ${STATES.map((name) => `DROP COLUMN "${name}"`).join(', ')}`);
  }
}

const TABLES = [
  ['signup_counts', 'integer'],
  ['counted_signups', 'smallint'],
] as const;

const STATES = [
  ...['phone_verification', 'billing_information', 'opening_account', 'success', 'already_member', 'cancelled'].map(
    (state) => `signup_${state}`,
  ),
  ...['trialing', 'active', 'past_due', 'unpaid', 'canceled'].map((state) => `member_${state}`),
];

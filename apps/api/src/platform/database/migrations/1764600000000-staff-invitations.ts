import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts of staff whose owner has not set a password yet. */
export class StaffInvitations1764600000000 implements MigrationInterface {
  name = 'StaffInvitations1764600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "staff_accounts" ADD COLUMN "invited_at" TIMESTAMP WITH TIME ZONE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "staff_accounts" DROP COLUMN "invited_at"`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A member's corrected email and phone, until their owner confirms them. */
export class NewContacts1764600000001 implements MigrationInterface {
  name = 'NewContacts1764600000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "users" ADD COLUMN "new_email" text, ADD COLUMN "new_email_at" TIMESTAMP WITH TIME ZONE,
         ADD COLUMN "new_phone" text, ADD COLUMN "new_phone_at" TIMESTAMP WITH TIME ZONE`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "users" DROP COLUMN "new_email", DROP COLUMN "new_email_at", DROP COLUMN "new_phone", DROP COLUMN "new_phone_at"`,
    );
  }
}

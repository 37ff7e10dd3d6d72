import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sent mails can be read, and sent again. */
export class MailCopies1764600000003 implements MigrationInterface {
  name = 'MailCopies1764600000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "sent_mails" ADD "copy" bytea`);
    await runner.query(`CREATE INDEX "sent_mails_with_copy" ON "sent_mails" ("settled_at") WHERE copy IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "sent_mails_with_copy"`);
    await runner.query(`ALTER TABLE "sent_mails" DROP COLUMN "copy"`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The hash of the last wrong try of a code, with its key: the same try, sent again after a lost answer, is not counted twice. */
export class CodeRepeats1764300000003 implements MigrationInterface {
  name = 'CodeRepeats1764300000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "phone_verifications" ADD COLUMN "last_try" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "phone_verifications" DROP COLUMN "last_try"`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a reviewer wrote in place of the words of a decision's mail. */
export class DecisionWords1764700000221 implements MigrationInterface {
  name = 'DecisionWords1764700000221';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "ambassador_applications" ADD "decision_words" text NOT NULL DEFAULT ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "ambassador_applications" DROP COLUMN "decision_words"`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links to a plan can be revoked: those issued before `plan_links_from` are refused. */
export class PlanLinks1764100000003 implements MigrationInterface {
  name = 'PlanLinks1764100000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "subscriptions" ADD COLUMN "plan_links_from" TIMESTAMP WITH TIME ZONE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "subscriptions" DROP COLUMN "plan_links_from"`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What staff do with a trial request: its state, who has taken it, and the answers that were mailed. */
export class RequestHandling1764110000001 implements MigrationInterface {
  name = 'RequestHandling1764110000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "trial_requests"
      ADD COLUMN "state" text NOT NULL DEFAULT 'new', ADD COLUMN "owner_id" integer,
      ADD COLUMN "answered_at" TIMESTAMP WITH TIME ZONE, ADD COLUMN "answered_by" integer,
      ADD COLUMN "closed_at" TIMESTAMP WITH TIME ZONE,
      ADD CONSTRAINT "trial_requests_state" CHECK ("state" IN ('new','answered','closed')),
      ADD CONSTRAINT "trial_requests_answered" CHECK ("state" = 'closed' OR ("state" = 'answered') = ("answered_at" IS NOT NULL)),
      ADD CONSTRAINT "trial_requests_closed" CHECK (("state" = 'closed') = ("closed_at" IS NOT NULL))`);
    await runner.query(`CREATE TABLE "trial_request_answers" (
      "id" bigint NOT NULL, "request_id" bigint NOT NULL, "account_id" integer NOT NULL, "text" text NOT NULL,
      "at" TIMESTAMP WITH TIME ZONE NOT NULL,
      CONSTRAINT "trial_request_answers_id" PRIMARY KEY ("id"),
      CONSTRAINT "trial_request_answers_of_request" FOREIGN KEY ("request_id") REFERENCES "trial_requests" ("id") ON DELETE CASCADE)`);
    await runner.query(`CREATE INDEX "trial_request_answers_request" ON "trial_request_answers" ("request_id")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "trial_request_answers"`);
    await runner.query(`ALTER TABLE "trial_requests" DROP CONSTRAINT "trial_requests_state",
      DROP CONSTRAINT "trial_requests_answered", DROP CONSTRAINT "trial_requests_closed", DROP COLUMN "state",
      DROP COLUMN "owner_id", DROP COLUMN "answered_at", DROP COLUMN "answered_by", DROP COLUMN "closed_at"`);
  }
}

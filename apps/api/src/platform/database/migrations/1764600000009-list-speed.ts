import type { MigrationInterface, QueryRunner } from 'typeorm';
import { OwingSince1764600000007 } from './1764600000007-owing-since.ts';

/** What the lists of a million sign-ups need to read a page in the order of an index. */
export class ListSpeed1764600000009 implements MigrationInterface {
  name = 'ListSpeed1764600000009';

  async up(runner: QueryRunner): Promise<void> {
    // Minutes for a million sign-ups.
    await runner.query('SET LOCAL statement_timeout = 0');
    await runner.query(MEMBERS);
    await runner.query(CONTACTED);
    await runner.query(SOURCES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP STATISTICS "trial_signups_sources";
      DROP INDEX "trial_signups_contacted", "subscriptions_newest";
      DROP FUNCTION "subscription_times", "subscription_moved" CASCADE;
      ALTER TABLE "subscriptions" DROP COLUMN "signed_up_at", DROP COLUMN "state_since"`);
    await new OwingSince1764600000007().up(runner);
  }
}

/**
 * When the sign-up of a member began, and since when the subscription is in its state: the orders of the list of members and of
 * the queue. Triggers, because servers of the version before do not write them.
 */
const MEMBERS = `
ALTER TABLE "subscriptions" ADD "signed_up_at" TIMESTAMP WITH TIME ZONE, ADD "state_since" TIMESTAMP WITH TIME ZONE;
CREATE FUNCTION "subscription_times"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.signed_up_at := (SELECT created_at FROM trial_signups WHERE id = NEW.id);
  NEW.state_since := ${stateSince('NEW.id')};
  RETURN NEW;
END $$;
CREATE TRIGGER "subscriptions_times" BEFORE INSERT ON "subscriptions" FOR EACH ROW EXECUTE FUNCTION "subscription_times"();
CREATE FUNCTION "subscription_moved"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE subscriptions SET state_since = NEW.at WHERE id = NEW.subject_id;
  RETURN NULL;
END $$;
CREATE TRIGGER "workflow_journal_moved" AFTER INSERT ON "workflow_journal" FOR EACH ROW
  WHEN (NEW.flow = 'subscription-life' AND NEW.from_state <> NEW.to_state) EXECUTE FUNCTION "subscription_moved"();
UPDATE "subscriptions" SET "signed_up_at" = "trial_signups"."created_at", "state_since" = ${stateSince('"subscriptions"."id"')}
  FROM "trial_signups" WHERE "trial_signups"."id" = "subscriptions"."id";
CREATE INDEX "subscriptions_newest" ON "subscriptions" ("signed_up_at", "id") INCLUDE ("state");
DROP INDEX "workflow_journal_owing";
`;

function stateSince(id: string): string {
  return `(SELECT max(at) FROM workflow_journal WHERE flow = 'subscription-life' AND subject_id = ${id} AND from_state <> to_state)`;
}

const CONTACTED = `
CREATE INDEX "trial_signups_contacted" ON "trial_signups" ("created_at", "id")
  INCLUDE ("state", "superseded_by", "erased_at", "selected_plan", "church_size") WHERE "contacted_at" IS NOT NULL;
`;

/** PostgreSQL takes no statistics from the partial index on this expression, and would take every source for a rare one. */
const SOURCES = `
CREATE STATISTICS "trial_signups_sources" ON (lower("how_heard_about")) FROM "trial_signups";
`;

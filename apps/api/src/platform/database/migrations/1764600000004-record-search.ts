import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for the search over every kind of record. */
export class RecordSearch1764600000004 implements MigrationInterface {
  name = 'RecordSearch1764600000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP INDEX "trial_signups_open_search", "ambassador_applications_search", "trial_requests_search",
         "newsletter_subscriptions_search", "ambassador_applications_newest", "trial_requests_newest",
         "newsletter_subscriptions_newest", "trial_signups_card_digits", "subscriptions_card_digits", "payments_number"`,
    );
  }
}

/** The expressions of `PERSON`, `PERSON_PARTS.open` and `CITY` in `admin/lists/people.ts`, and of the list of subscribers. */
const TEXT = `lower(' ' || first_name || ' ' || last_name || ' ' || email || ' ' || church_name || ' ' || phone || ' ' || id::text)`;
const OPEN = `lower(' ' || first_name || ' ' || last_name || ' ' || church_name || ' ' || id::text)`;
const CITY = `lower(' ' || church_city)`;
const SUBSCRIBER = `lower(' ' || email || ' ' || id::text)`;

/** The index of the sign-ups has a small pending list, so that the sign-up that flushes it is not slow. */
const INDEXES = `
CREATE INDEX "trial_signups_open_search" ON "trial_signups" USING gin ((${OPEN}) gin_trgm_ops, (${CITY}) gin_trgm_ops)
  WITH (gin_pending_list_limit = 512);
CREATE INDEX "ambassador_applications_search" ON "ambassador_applications"
  USING gin ((${TEXT}) gin_trgm_ops, (${OPEN}) gin_trgm_ops, (${CITY}) gin_trgm_ops);
CREATE INDEX "trial_requests_search" ON "trial_requests"
  USING gin ((${TEXT}) gin_trgm_ops, (${OPEN}) gin_trgm_ops, (${CITY}) gin_trgm_ops);
CREATE INDEX "newsletter_subscriptions_search" ON "newsletter_subscriptions" USING gin ((${SUBSCRIBER}) gin_trgm_ops);
CREATE INDEX "ambassador_applications_newest" ON "ambassador_applications" ("created_at");
CREATE INDEX "trial_requests_newest" ON "trial_requests" ("created_at");
CREATE INDEX "newsletter_subscriptions_newest" ON "newsletter_subscriptions" ("created_at");
CREATE INDEX "trial_signups_card_digits" ON "trial_signups" (("card"->>'last4'), "created_at") WHERE "card" IS NOT NULL;
CREATE INDEX "subscriptions_card_digits" ON "subscriptions" (("card"->>'last4'), "created_at") WHERE "card" IS NOT NULL;
CREATE INDEX "payments_number" ON "payments" (lower("number"));
`;

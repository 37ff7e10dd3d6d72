import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts of sign-ups for the reports, kept up to date instead of recounted. The first sweep counts what is there. */
export class SignupCounts1764600000005 implements MigrationInterface {
  name = 'SignupCounts1764600000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(TRIGGERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION "signup_changed" CASCADE');
    await runner.query('DROP TABLE "signup_counts", "counted_signups", "changed_signups", "signup_counts_basis"');
  }
}

const MEASURES = ['registered', 'verified', 'card', 'account', 'in_trial', 'paid', 'owing', 'ended_unpaid'];
const columns = (type: string) => MEASURES.map((name) => `"${name}" ${type} NOT NULL`).join(', ');

const TABLES = `
CREATE TABLE "signup_counts" ("day" date NOT NULL, "selected_plan" text NOT NULL, "church_size" text NOT NULL, ${columns('integer')},
  CONSTRAINT "signup_counts_pkey" PRIMARY KEY ("day", "selected_plan", "church_size"));
CREATE TABLE "counted_signups" ("id" bigint NOT NULL, "day" date NOT NULL, "selected_plan" text NOT NULL,
  "church_size" text NOT NULL, ${columns('smallint')}, CONSTRAINT "counted_signups_pkey" PRIMARY KEY ("id"));
CREATE TABLE "changed_signups" ("id" bigint GENERATED ALWAYS AS IDENTITY, "signup_id" bigint NOT NULL,
  CONSTRAINT "changed_signups_pkey" PRIMARY KEY ("id"));
CREATE TABLE "signup_counts_basis" ("basis" text NOT NULL, "zone" text NOT NULL,
  CONSTRAINT "signup_counts_basis_pkey" PRIMARY KEY ("basis"));
`;

/** Only inserts, so that no transaction waits for another one's count. */
const TRIGGERS = `
CREATE FUNCTION "signup_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed record := coalesce(NEW, OLD);
BEGIN
  IF TG_TABLE_NAME = 'payments' THEN
    INSERT INTO changed_signups (signup_id) VALUES (changed.subscription_id);
  ELSE
    INSERT INTO changed_signups (signup_id) VALUES (changed.id);
  END IF;
  RETURN NULL;
END $$;
${triggersOn('trial_signups', ['created_at', 'selected_plan', 'church_size', 'phone_verified_at', 'card_saved_at', 'state', 'superseded_by', 'erased_at'])}
${triggersOn('subscriptions', ['state'])}
${triggersOn('payments', ['status', 'paid_in_cents'])}
`;

function triggersOn(table: string, names: string[]): string {
  const differ = names.map((name) => `OLD.${name} IS DISTINCT FROM NEW.${name}`).join(' OR ');
  return `
CREATE TRIGGER "${table}_counted" AFTER INSERT OR DELETE ON "${table}" FOR EACH ROW EXECUTE FUNCTION "signup_changed"();
CREATE TRIGGER "${table}_recounted" AFTER UPDATE ON "${table}" FOR EACH ROW WHEN (${differ}) EXECUTE FUNCTION "signup_changed"();`;
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sums of paid invoices by month and plan, kept up to date. The first sweep sums what is there. */
export class BilledMonths1764700000500 implements MigrationInterface {
  name = 'BilledMonths1764700000500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(TRIGGERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION "payment_changed" CASCADE');
    await runner.query('DROP TABLE "billed_months", "changed_payments"');
  }
}

const TABLES = `
CREATE TABLE "billed_months" ("zone" text NOT NULL, "month" date NOT NULL, "plan" text NOT NULL, "invoices" integer NOT NULL,
  "cents" bigint NOT NULL, CONSTRAINT "billed_months_pkey" PRIMARY KEY ("zone", "month", "plan"));
CREATE TABLE "changed_payments" ("id" bigint GENERATED ALWAYS AS IDENTITY, "paid_at" timestamptz NOT NULL, "plan" text NOT NULL,
  "invoices" smallint NOT NULL, "cents" integer NOT NULL, CONSTRAINT "changed_payments_pkey" PRIMARY KEY ("id"));
`;

const isPaid = (row: string) => `${row}.paid_at IS NOT NULL AND ${row}.paid_in_cents > 0`;
const CHANGED = ['paid_at', 'plan', 'paid_in_cents']
  .map((name) => `OLD.${name} IS DISTINCT FROM NEW.${name}`)
  .join(' OR ');

/** Only inserts, so that no transaction waits for the sum of another. */
const TRIGGERS = `
CREATE FUNCTION "payment_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND ${isPaid('OLD')} THEN
    INSERT INTO changed_payments (paid_at, plan, invoices, cents) VALUES (OLD.paid_at, OLD.plan, -1, -OLD.paid_in_cents);
  END IF;
  IF TG_OP <> 'DELETE' AND ${isPaid('NEW')} THEN
    INSERT INTO changed_payments (paid_at, plan, invoices, cents) VALUES (NEW.paid_at, NEW.plan, 1, NEW.paid_in_cents);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "payments_billed" AFTER INSERT OR DELETE ON "payments" FOR EACH ROW EXECUTE FUNCTION "payment_changed"();
CREATE TRIGGER "payments_billed_anew" AFTER UPDATE ON "payments" FOR EACH ROW WHEN (${CHANGED}) EXECUTE FUNCTION "payment_changed"();
`;

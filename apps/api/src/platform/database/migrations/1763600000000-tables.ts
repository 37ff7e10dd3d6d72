import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables of the sign-up, as the entities declare them. */
export class Tables1763600000000 implements MigrationInterface {
  name = 'Tables1763600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE "churches", "users", "prices", "products", "stripe_events", "subscriptions", "trial_signups", "phone_verifications", "sent_mails" CASCADE`,
    );
  }
}

const TABLES = `
CREATE TABLE "churches" (
  "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  "name" text NOT NULL,
  "ministry_name" text NOT NULL,
  "city" text NOT NULL,
  "state" text NOT NULL,
  "size" text NOT NULL,
  "software" text NOT NULL,
  "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  CONSTRAINT "PK_6048a6f37c897751d61cbb0347a" PRIMARY KEY ("id")
);
CREATE TABLE "users" (
  "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  "trial_id" bigint NOT NULL,
  "church_id" integer NOT NULL,
  "status" text NOT NULL,
  "first_name" text NOT NULL,
  "last_name" text NOT NULL,
  "email" text NOT NULL,
  "email_key" text NOT NULL,
  "phone" text NOT NULL,
  "position" text NOT NULL,
  "gender" text NOT NULL,
  "birthdate" date NOT NULL,
  "stripe_customer_id" text,
  "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  "opened_at" TIMESTAMP WITH TIME ZONE,
  CONSTRAINT "UQ_99a06d76f3deb2be190789bc297" UNIQUE ("trial_id"),
  CONSTRAINT "UQ_d87b0da10cbb5c0bdb73164f480" UNIQUE ("email_key"),
  CONSTRAINT "UQ_a000cca60bcf04454e727699490" UNIQUE ("phone"),
  CONSTRAINT "UQ_5ffbe395603641c29e8ce9b4c97" UNIQUE ("stripe_customer_id"),
  CONSTRAINT "REL_44724eb5230e0e127a7843f72a" UNIQUE ("church_id"),
  CONSTRAINT "users_active" CHECK ("status" <> 'active' OR ("opened_at" IS NOT NULL AND "stripe_customer_id" IS NOT NULL)),
  CONSTRAINT "users_status" CHECK ("status" IN ('opening','active','closed')),
  CONSTRAINT "users_email_key" CHECK ("email_key" = lower("email")),
  CONSTRAINT "PK_a3ffb1c0c8416b9fc6f907b7433" PRIMARY KEY ("id")
);
CREATE TABLE "prices" (
  "id" text NOT NULL,
  "tier" text NOT NULL,
  "product_id" text NOT NULL,
  "amount_in_cents" integer NOT NULL,
  CONSTRAINT "UQ_cf4db19c79bbfe1652fe8ae08e8" UNIQUE ("tier"),
  CONSTRAINT "PK_2e40b9e4e631a53cd514d82ccd2" PRIMARY KEY ("id")
);
CREATE TABLE "products" (
  "id" text NOT NULL,
  "name" text NOT NULL,
  CONSTRAINT "PK_0806c755e0aca124e67c0cf6d7d" PRIMARY KEY ("id")
);
CREATE TABLE "stripe_events" (
  "id" text NOT NULL,
  "type" text NOT NULL,
  "object_id" text NOT NULL,
  "received_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  CONSTRAINT "PK_d3247bd5fc3f66b6982bbcdd897" PRIMARY KEY ("id")
);
CREATE TABLE "subscriptions" (
  "id" text NOT NULL,
  "trial_id" bigint NOT NULL,
  "customer_id" text NOT NULL,
  "price_id" text NOT NULL,
  "plan" text NOT NULL,
  "status" text NOT NULL,
  "trial_ends_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  CONSTRAINT "UQ_f93f45f835600d512bccfddcd78" UNIQUE ("trial_id"),
  CONSTRAINT "UQ_98a4e1e3025f768de1493ecedec" UNIQUE ("customer_id"),
  CONSTRAINT "PK_a87248d73155605cf782be9ee5e" PRIMARY KEY ("id")
);
CREATE TABLE "trial_signups" (
  "id" bigint NOT NULL,
  "state" text NOT NULL,
  "journal_seq" integer NOT NULL,
  "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  "last_seen_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  "first_name" text NOT NULL,
  "last_name" text NOT NULL,
  "email" text NOT NULL,
  "phone" text NOT NULL,
  "church_name" text NOT NULL,
  "ministry_name" text NOT NULL,
  "church_city" text NOT NULL,
  "church_state" text NOT NULL,
  "position" text NOT NULL,
  "church_size" text NOT NULL,
  "how_heard_about" text NOT NULL,
  "church_software" text NOT NULL,
  "gender" text NOT NULL,
  "birthdate" date NOT NULL,
  "message" text NOT NULL,
  "idempotency_key" text,
  "browser_keys" text array NOT NULL DEFAULT '{}',
  "phone_verified_at" TIMESTAMP WITH TIME ZONE,
  "reminded_at" TIMESTAMP WITH TIME ZONE,
  "superseded_by" bigint,
  "selected_plan" text NOT NULL,
  "stripe_customer_id" text,
  "setup_intent_id" text,
  "setup_intent_attempt" integer NOT NULL DEFAULT '0',
  "provider_attempt" integer NOT NULL DEFAULT '0',
  "setup_intent_at" TIMESTAMP WITH TIME ZONE,
  "checkout_session_id" text,
  "card_check_at" TIMESTAMP WITH TIME ZONE,
  "consent_version" text,
  "consent_at" TIMESTAMP WITH TIME ZONE,
  "consent_address" inet,
  "payment_method_id" text,
  "card" jsonb,
  "card_fingerprint" text,
  "card_saved_at" TIMESTAMP WITH TIME ZONE,
  "trial_ends_at" TIMESTAMP WITH TIME ZONE,
  "opening_at" TIMESTAMP WITH TIME ZONE,
  CONSTRAINT "UQ_1adba515e0c6065a57ee6c2cbdf" UNIQUE ("idempotency_key"),
  CONSTRAINT "UQ_a83db18488371cbb8246dc77dae" UNIQUE ("stripe_customer_id"),
  CONSTRAINT "UQ_4d7759ffa2e5d4bcbdf2d1595f3" UNIQUE ("setup_intent_id"),
  CONSTRAINT "trial_signups_adult" CHECK ("birthdate" <= ("created_at" AT TIME ZONE 'UTC')::date - INTERVAL '17 years 364 days'),
  CONSTRAINT "trial_signups_phone_digits" CHECK ("phone" ~ '^[0-9]{10}$'),
  CONSTRAINT "trial_signups_stored_card" CHECK ("state" NOT IN ('openingAccount','success') OR ("card_saved_at" IS NOT NULL AND "trial_ends_at" IS NOT NULL AND "payment_method_id" IS NOT NULL)),
  CONSTRAINT "trial_signups_proven_phone" CHECK ("state" IN ('phoneVerification','cancelled') OR "phone_verified_at" IS NOT NULL),
  CONSTRAINT "PK_1376f8d57850f2bddf4d50a041a" PRIMARY KEY ("id")
);
CREATE INDEX "trial_signups_card_check" ON "trial_signups" ("card_check_at");
CREATE INDEX "trial_signups_phone" ON "trial_signups" ("phone");
CREATE INDEX "trial_signups_due" ON "trial_signups" ("state", "last_seen_at");
CREATE TABLE "phone_verifications" (
  "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  "subject_id" bigint NOT NULL,
  "phone" text NOT NULL,
  "provider_id" text,
  "status" text NOT NULL,
  "sends" integer NOT NULL,
  "tries" integer NOT NULL,
  "answer_lost" boolean NOT NULL,
  "started_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  "resend_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL,
  CONSTRAINT "phone_verifications_tries" CHECK ("tries" BETWEEN 0 AND 5),
  CONSTRAINT "PK_11ef2c1c5ed828b9636472db666" PRIMARY KEY ("id")
);
CREATE INDEX "phone_verifications_provider" ON "phone_verifications" ("provider_id");
CREATE INDEX "phone_verifications_subject" ON "phone_verifications" ("subject_id", "started_at");
CREATE TABLE "sent_mails" (
  "key" text NOT NULL,
  "subject_id" bigint NOT NULL,
  "message_id" text NOT NULL,
  "outcome" text NOT NULL,
  "settled_at" TIMESTAMP WITH TIME ZONE,
  CONSTRAINT "PK_4c62be140aad2e679f35c55b622" PRIMARY KEY ("key")
);
ALTER TABLE "users" ADD CONSTRAINT "FK_44724eb5230e0e127a7843f72a4" FOREIGN KEY ("church_id") REFERENCES "churches"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
`;

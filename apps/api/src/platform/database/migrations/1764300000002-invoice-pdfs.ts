import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The address of an invoice's PDF, for the plan page. Invoices stored before get it with the next sync. */
export class InvoicePdfs1764300000002 implements MigrationInterface {
  name = 'InvoicePdfs1764300000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "payments" ADD COLUMN "pdf_url" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "payments" DROP COLUMN "pdf_url"`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finding the applications and trial requests of a person by email or phone (`admin/inspector/same-person.ts`). */
export class PersonRecords1764600000010 implements MigrationInterface {
  name = 'PersonRecords1764600000010';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`CREATE INDEX "${table}_by_email" ON "${table}" (lower("email"))`);
      await runner.query(`CREATE INDEX "${table}_phone" ON "${table}" ("phone")`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP INDEX "${table}_by_email", "${table}_phone"`);
  }
}

const TABLES = ['ambassador_applications', 'trial_requests'];

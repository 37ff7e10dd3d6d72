/** `node apps/api/build/migrate.js`: migrates the database before servers of this version start, which else the first of them does. */
import 'reflect-metadata';
import { InvalidSettings, loadSettings } from './platform/config/index.ts';
import { createDataSource, openDatabase } from './platform/database/data-source.ts';
import { migrateAtStart } from './platform/database/migrate.ts';
import { UnusableDatabase } from './platform/database/unusable-database.ts';

try {
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = loadSettings(process.env);
  const database = await openDatabase('DATABASE_URL', createDataSource(DATABASE_URL));
  try {
    await migrateAtStart(database, MIGRATION_DATABASE_URL);
  } finally {
    await database.destroy();
  }
  console.log('The database is that of this version.');
} catch (error) {
  if (!(error instanceof InvalidSettings || error instanceof UnusableDatabase)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

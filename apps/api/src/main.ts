import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import { AppModule } from './app.module.ts';
import { createApp } from './create-app.ts';
import { InvalidSettings, loadSettings } from './platform/config/index.ts';
import { openDatabase, UnusableDatabase } from './platform/database/data-source.ts';
import { migrateAtStart } from './platform/database/migrate.ts';
import { causeOf, log } from './platform/logging.ts';
import { installCrashHandlers, stopOnSignals } from './platform/shutdown.ts';

const SITE = fileURLToPath(new URL('../../web/build/client', import.meta.url));

async function boot(): Promise<void> {
  const settings = loadSettings(process.env);
  log.level = settings.LOG_LEVEL;
  const dataSource = await openDatabase('DATABASE_URL', settings.DATABASE_URL, settings.DATABASE_POOL);
  await migrateAtStart(dataSource, settings.MIGRATION_DATABASE_URL);
  // The owner's address is not needed after the migration.
  settings.MIGRATION_DATABASE_URL = undefined;
  const app = await createApp(AppModule.forRoot(settings, dataSource), settings, SITE);
  stopOnSignals(app, settings);
  installCrashHandlers(process, () => app.close());
  await app.listen(settings.PORT, settings.HOST);
  log.info({ port: settings.PORT }, 'listening');
}

boot().catch((error: NodeJS.ErrnoException) => {
  if (error instanceof InvalidSettings || error instanceof UnusableDatabase) console.error(error.message);
  else if (error.code === 'EADDRINUSE') console.error('The port is taken: set PORT to a free one.');
  else log.fatal(causeOf(error), 'could not start');
  process.exit(1);
});

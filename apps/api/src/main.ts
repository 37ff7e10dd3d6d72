import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import { AppModule } from './app.module.ts';
import { BadSettings, loadSettings } from './platform/config/index.ts';
import { createDataSource } from './platform/database/data-source.ts';
import { examineServer, isRefusedByServer, UnfitDatabase } from './platform/database/examine-server.ts';
import { migrate } from './platform/database/migrate.ts';
import { createApp } from './platform/http/create-app.ts';
import { stopOnSignals } from './platform/http/stopping.ts';
import { lastResort } from './platform/last-resort.ts';
import { causeOf, log } from './platform/logging.ts';

const SITE = fileURLToPath(new URL('../../web/build/client', import.meta.url));

async function boot(): Promise<void> {
  const settings = loadSettings(process.env);
  log.level = settings.LOG_LEVEL;
  const dataSource = createDataSource(settings.DATABASE_URL, settings.DATABASE_POOL);
  await dataSource.initialize();
  await examineServer(dataSource);
  await migrate(dataSource);
  const app = await createApp(AppModule.with(settings, dataSource) as never, settings, SITE);
  stopOnSignals(app, settings);
  lastResort(process, () => app.close());
  await app.listen(settings.PORT, settings.HOST);
  log.info({ port: settings.PORT }, 'listening');
}

boot().catch((error: NodeJS.ErrnoException) => {
  if (error instanceof BadSettings) console.error(error.message);
  else if (error.code === 'EADDRINUSE') console.error('The port is taken: set PORT to a free one.');
  else if (error instanceof UnfitDatabase) console.error(error.message);
  else if (isRefusedByServer(error)) console.error(`PostgreSQL at DATABASE_URL refuses: ${error.message}`);
  else if (error.code === 'ECONNREFUSED') console.error('PostgreSQL does not answer at DATABASE_URL.');
  else log.fatal(causeOf(error), 'could not start');
  process.exit(1);
});

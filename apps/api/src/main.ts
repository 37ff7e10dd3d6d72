import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import { AppModule } from './app.module.ts';
import { createApp } from './create-app.ts';
import { InvalidSettings, loadSettings } from './platform/config/index.ts';
import { UnusableDatabase } from './platform/database/unusable-database.ts';
import { IncompleteServer } from './platform/errors.ts';
import { causeOf, log } from './platform/logging.ts';
import { Readiness } from './platform/health/readiness.ts';
import { Release } from './platform/release.ts';
import { installCrashHandlers, stopOnSignals } from './platform/shutdown.ts';
import { BuiltSite, Pages } from './site/pages.ts';
import { ReleaseAssets } from './site/release-assets.ts';

const SITE = new BuiltSite(fileURLToPath(new URL('../../web/build', import.meta.url)));

/** Their messages say what to do, and hold no value. */
const WITH_REMEDY = [IncompleteServer, InvalidSettings, UnusableDatabase];

async function boot(): Promise<void> {
  const settings = loadSettings(process.env);
  log.level = settings.LOG_LEVEL;
  const app = await createApp(AppModule.forRoot(settings, SITE), settings);
  await app.get(ReleaseAssets).store(SITE.files);
  await app.get(Pages).at({ address: '/', key: '/', isOffice: false });
  const close = () => app.close();
  stopOnSignals(app.get(Readiness), close, settings);
  installCrashHandlers(process, close);
  await app.listen(settings.PORT, settings.HOST);
  log.info({ port: settings.PORT, ...app.get(Release) }, 'listening');
}

boot().catch((error: NodeJS.ErrnoException & { port?: number }) => {
  if (WITH_REMEDY.some((kind) => error instanceof kind)) console.error(error.message);
  else if (error.code === 'EADDRINUSE')
    console.error(`The port ${error.port} is taken: set PORT or METRICS_PORT to a free one.`);
  else log.fatal(causeOf(error), 'could not start');
  process.exit(1);
});

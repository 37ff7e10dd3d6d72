/** The server of `npm run dev`: the API from its sources, and the site by Vite in the same process, which shows each change at once. */
import 'reflect-metadata';
import path from 'node:path';
import { NestFactory } from '@nestjs/core';
import { createServer, isRunnableDevEnvironment, type ViteDevServer } from 'vite';
import { AppModule } from '../apps/api/src/app.module.ts';
import { createApp } from '../apps/api/src/create-app.ts';
import { loadSettings } from '../apps/api/src/platform/config/index.ts';
import { log } from '../apps/api/src/platform/logging.ts';
import { Readiness } from '../apps/api/src/platform/health/readiness.ts';
import { stopOnSignals } from '../apps/api/src/platform/shutdown.ts';
import type { SiteSource } from '../apps/api/src/site/pages.ts';
import { root } from './local/setup.ts';

let vite: ViteDevServer;

const site: SiteSource = {
  files: undefined,
  changes: true,
  async load() {
    const { ssr } = vite.environments;
    if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite cannot run the pages.');
    return ssr.runner.import('/app/server/site.ts');
  },
};

const settings = loadSettings(process.env);
log.level = settings.LOG_LEVEL;
const app = await createApp(AppModule.forRoot(settings, site), settings, async (module, adapter, options) => {
  const fastify = adapter.getInstance();
  vite = await createServer({
    root: path.join(root, 'apps/web'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: fastify.server } },
  });
  fastify.addHook('onClose', () => vite.close());
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) done();
    else vite.middlewares(request.raw, reply.raw, done);
  });
  // Pages without hashes have no policy but that of the API.
  fastify.addHook('onSend', async (request, reply, payload) => {
    if (!request.url.startsWith('/api/')) reply.removeHeader('content-security-policy');
    return payload;
  });
  return NestFactory.create<Awaited<ReturnType<typeof createApp>>>(module, adapter, options);
});
stopOnSignals(app.get(Readiness), () => app.close(), settings);
await app.listen(settings.PORT, settings.HOST);

import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';
import type { World } from '../stripe/world.ts';
import { assetRoutes } from './assets.ts';
import { cardPages } from './card-pages.ts';
import { peoplePage } from './people-page.ts';
import { portalPages } from './portal-pages.ts';
import { standInPages } from './stand-ins.ts';

export function pageRoutes(app: FastifyInstance, world: World, { appOrigins }: Settings): void {
  assetRoutes(app);
  peoplePage(app, world.store);
  cardPages(app, world, appOrigins);
  portalPages(app, world);
  standInPages(app, world, appOrigins);
}

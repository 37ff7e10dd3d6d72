import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';
import type { World } from '../stripe/world.ts';

export function pageRoutes(app: FastifyInstance, _world: World, _settings: Settings): void {
  app.get('/', (_request, reply) => reply.type('text/plain').send('SANDBOX'));
}

/** A page of some other site must not steer the sandbox: foreign origins may not change anything. */
import type { FastifyInstance } from 'fastify';

export function refuseForeignOrigins(app: FastifyInstance, prefix: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith(prefix) || request.method === 'GET' || request.method === 'HEAD') return done();
    const { origin, host } = request.headers;
    const foreign =
      (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) ||
      request.headers['sec-fetch-site'] === 'cross-site';
    if (!foreign) return done();
    void reply.code(403).send({ error: 'The sandbox is steered from its own pages only.' });
  });
}

import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { fileOfPackage } from '../settings.ts';

const TYPES: Record<string, string> = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };
const ASSETS = [
  'card-form.js',
  'card-frame.js',
  'card.css',
  'challenge-finished.js',
  'checkout.js',
  'people.css',
  'people.js',
];

export function assetRoutes(app: FastifyInstance): void {
  serve(app, '/stripe.js', 'stripe.js');
  for (const name of ASSETS) serve(app, `/browser/${name}`, name);
}

function serve(app: FastifyInstance, path: string, name: string): void {
  const content = readFileSync(fileOfPackage(`browser/${name}`), 'utf8');
  const headers = {
    'content-type': TYPES[name.split('.').pop() ?? ''] ?? 'text/plain',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  };
  app.get(path, (_request, reply) =>
    reply.headers({ ...headers, 'cross-origin-resource-policy': 'cross-origin' }).send(content),
  );
}

/** What the product's calls cost without the product: Fastify checks, `pg` reads and saves. Its parent gets the address. */
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import Fastify from 'fastify';
import pg from 'pg';
import Stripe from 'stripe';
import { aPastor } from './pastor.mjs';
import { signupSaver } from './signup-saver.mjs';
import { eventSaver, SECRET } from './webhook-event.mjs';

const { DATABASE_URL = '', CONNECTIONS = '16', LISTS = '[]' } = process.env;
const fields = Object.keys(aPastor());
const body = {
  type: 'object',
  required: fields,
  properties: Object.fromEntries(fields.map((name) => [name, { type: 'string', maxLength: 500 }])),
};

const fastify = Fastify();
const saver = signupSaver(DATABASE_URL, Number(CONNECTIONS));
fastify.post('/api/trial-signup', { schema: { body } }, async (request, reply) => {
  const person = /** @type {import('./signup-saver.mjs').Pastor} */ (request.body);
  const trialId = await saver.save(person, String(request.headers['idempotency-key']));
  return reply.status(201).send({ success: true, trialId });
});

const { webhooks } = new Stripe('sk_test_sandbox');
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(CONNECTIONS) });
const saveEvent = eventSaver(pool);
const takeEvent = async (/** @type {import('fastify').FastifyRequest} */ { body: raw, headers }) => {
  const event = webhooks.constructEvent(/** @type {Buffer} */ (raw), String(headers['stripe-signature']), SECRET);
  await saveEvent(event);
  return { received: true };
};
await fastify.register(async (unparsed) => {
  unparsed.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, raw, done) => done(null, raw));
  unparsed.route({ method: 'POST', url: '/api/stripe/webhook', handler: takeEvent });
});

// The cookie is the stored hash of a session.
const SESSION = `SELECT id, email, role FROM staff_sessions JOIN staff_accounts ON id = account_id WHERE token_hash = $1`;
const lists = /** @type {string[][]} */ (JSON.parse(LISTS));
const compressed = promisify(gzip);
fastify.get('/lists/:index', async ({ params, headers }, reply) => {
  const { index } = /** @type {{ index: number }} */ (params);
  const { rowCount } = await pool.query(SESSION, [headers.cookie]);
  if (!rowCount) return reply.status(401).send();
  const [page, counted] = await Promise.all((lists[index] ?? []).map((query) => pool.query(query)));
  const answer = JSON.stringify(page?.rows.slice(0, 50));
  void reply.headers({ 'content-encoding': 'gzip', 'x-total-count': counted?.rows[0].count }).type('application/json');
  return compressed(answer, { level: constants.Z_BEST_SPEED });
});

process.send?.(await fastify.listen({ host: '127.0.0.1', port: 0 }));
process.once('disconnect', () => void fastify.close().then(() => Promise.all([saver.close(), pool.end()])));

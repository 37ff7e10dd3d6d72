/** What saving a sign-up costs without the product: Fastify checks the body by its JSON schema, `pg` saves it. Its parent gets the address. */
import Fastify from 'fastify';
import { aPastor } from './pastor.mjs';
import { signupSaver } from './signup-saver.mjs';

const { DATABASE_URL = '', CONNECTIONS = '16' } = process.env;
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
process.send?.(await fastify.listen({ host: '127.0.0.1', port: 0 }));
process.once('disconnect', () => void fastify.close().then(saver.close));

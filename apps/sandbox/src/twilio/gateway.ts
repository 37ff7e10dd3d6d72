/** Twilio Verify over HTTP; the caller keeps Twilio's host name as the first segment of the path. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { heldBefore } from '../faults/gate.ts';
import type { Store } from '../store/store.ts';
import { checkAnswer, checkRequest } from './contract.ts';
import { TwilioError } from './errors.ts';
import { serviceOf } from './services.ts';
import type { Verifications, Where } from './verifications.ts';

const BASE = '/verify.twilio.com/v2/Services/:service';
type Work = (where: Where, params: Record<string, string>, sid: string) => object;

export function twilioGateway(app: FastifyInstance, store: Store, verifications: Verifications): void {
  const answering =
    (status: number, request: string | undefined, answer: string | undefined, work: Work) =>
    async (incoming: FastifyRequest, reply: FastifyReply) => {
      try {
        const where = whereFrom(incoming);
        const params = Object.fromEntries(new URLSearchParams(incoming.body as string | undefined));
        if (request) checkRequest(request, params);
        if (!(await heldBefore(incoming))) return reply.hijack();
        const body = work(where, params, (incoming.params as { sid?: string }).sid ?? '');
        if (answer) checkAnswer(answer, body);
        store.commit();
        return reply.code(status).send(body);
      } catch (error) {
        if (error instanceof TwilioError) return reply.code(error.status).send(error.body());
        throw error;
      }
    };
  app.get(
    BASE,
    answering(200, undefined, undefined, (where) => serviceOf(where)),
  );
  app.post(
    `${BASE}/Verifications`,
    answering(201, 'CreateVerification', 'Verification', (where, params) => verifications.send(where, params)),
  );
  app.get(
    `${BASE}/Verifications/:sid`,
    answering(200, undefined, 'Verification', (where, _params, sid) => verifications.fetch(where, sid)),
  );
  app.post(
    `${BASE}/Verifications/:sid`,
    answering(200, 'UpdateVerification', 'Verification', (where, { Status }, sid) =>
      verifications.settle(where, sid, Status),
    ),
  );
  app.post(
    `${BASE}/VerificationCheck`,
    answering(201, 'CreateVerificationCheck', 'VerificationCheck', (where, params) =>
      verifications.check(where, params),
    ),
  );
  app.all('/verify.twilio.com/*', (request, reply) => reply.code(404).send(notFound(request.url).body()));
}

function whereFrom(request: FastifyRequest): Where {
  const [scheme, value = ''] = (request.headers.authorization ?? '').split(' ');
  const [account = '', token = ''] = scheme === 'Basic' ? Buffer.from(value, 'base64').toString().split(':') : [];
  const good = /^AC[0-9a-fA-F]{32}$/.test(account) && token.length >= 16 && !token.includes('wrong');
  if (!good) throw new TwilioError(401, 20_003, 'Authenticate');
  const { service } = request.params as { service: string };
  if (!/^VA[0-9a-fA-F]{32}$/.test(service)) throw notFound(request.url);
  return { account, service };
}

const notFound = (url: string) =>
  new TwilioError(404, 20_404, `The requested resource ${url.replace('/verify.twilio.com/v2', '')} was not found`);

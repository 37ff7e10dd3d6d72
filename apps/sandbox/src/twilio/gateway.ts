/** Twilio Verify over HTTP; callers put Twilio's host name in front of the path. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxClock } from '../clock.ts';
import { waitWhileHeld } from '../fault-gate.ts';
import type { Store } from '../store.ts';
import { checkRequest, checkResponse, TwilioError } from './contract.ts';
import { Attempts } from './attempts.ts';
import type { ServiceRef, Verifications } from './verifications.ts';

const BASE = '/verify.twilio.com/v2/Services/:service';
type Handler = (service: ServiceRef, params: Record<string, string>, sid: string) => object;

export function twilioGateway(
  app: FastifyInstance,
  store: Store,
  clock: SandboxClock,
  verifications: Verifications,
): void {
  const handle =
    (status: number, requestSchema: string | undefined, responseSchema: string | undefined, run: Handler) =>
    async (incoming: FastifyRequest, reply: FastifyReply) => {
      try {
        const service = authenticate(incoming);
        const params = Object.fromEntries(new URLSearchParams(incoming.body as string | undefined));
        if (requestSchema) checkRequest(requestSchema, params);
        if (!(await waitWhileHeld(incoming))) return reply.hijack();
        const body = run(service, params, (incoming.params as { sid?: string }).sid ?? '');
        if (responseSchema) checkResponse(responseSchema, body);
        store.commit();
        return reply.code(status).send(body);
      } catch (error) {
        if (error instanceof TwilioError) return reply.code(error.status).send(error.body());
        throw error;
      }
    };
  app.get(
    BASE,
    handle(200, undefined, undefined, (service) => serviceOf(service)),
  );
  app.post(
    `${BASE}/Verifications`,
    handle(201, 'CreateVerification', 'Verification', (service, params) => verifications.send(service, params)),
  );
  app.get(
    `${BASE}/Verifications/:sid`,
    handle(200, undefined, 'Verification', (service, _params, sid) => verifications.fetch(service, sid)),
  );
  app.post(
    `${BASE}/Verifications/:sid`,
    handle(200, 'UpdateVerification', 'Verification', (service, { Status }, sid) =>
      verifications.update(service, sid, Status),
    ),
  );
  app.post(
    `${BASE}/VerificationCheck`,
    handle(201, 'CreateVerificationCheck', 'VerificationCheck', (service, params) =>
      verifications.check(service, params),
    ),
  );
  const attempts = new Attempts(store, clock);
  app.get('/verify.twilio.com/v2/Attempts', async (incoming, reply) => {
    try {
      const account = accountOf(incoming);
      const query = incoming.query as Record<string, string>;
      checkRequest('ListVerificationAttempt', withNumbers(query));
      if (!(await waitWhileHeld(incoming))) return reply.hijack();
      const body = attempts.list(account, query);
      for (const attempt of body.attempts) checkResponse('VerificationAttempt', attempt);
      return reply.send(body);
    } catch (error) {
      if (error instanceof TwilioError) return reply.code(error.status).send(error.body());
      throw error;
    }
  });
  app.all('/verify.twilio.com/*', (request, reply) => reply.code(404).send(notFound(request.url).body()));
}

/** A query as its description types it. */
const withNumbers = (query: Record<string, string>) =>
  Object.fromEntries(Object.entries(query).map(([name, text]) => [name, /^\d+$/.test(text) ? Number(text) : text]));

function accountOf(request: FastifyRequest): string {
  const [scheme, value = ''] = (request.headers.authorization ?? '').split(' ');
  const [account = '', token = ''] = scheme === 'Basic' ? Buffer.from(value, 'base64').toString().split(':') : [];
  const good = /^AC[0-9a-fA-F]{32}$/.test(account) && token.length >= 16 && !token.includes('wrong');
  if (!good) throw new TwilioError(401, 20_003, 'Authenticate');
  return account;
}

function authenticate(request: FastifyRequest): ServiceRef {
  const account = accountOf(request);
  const { service } = request.params as { service: string };
  if (!/^VA[0-9a-fA-F]{32}$/.test(service)) throw notFound(request.url);
  return { account, service };
}

const notFound = (url: string) =>
  new TwilioError(404, 20_404, `The requested resource ${url.replace('/verify.twilio.com/v2', '')} was not found`);

/** The only Verify service, with the settings of a new one. */
const SERVICE_SID = `VA${'0'.repeat(31)}1`;

function serviceOf({ account, service }: ServiceRef): object {
  if (service !== SERVICE_SID)
    throw new TwilioError(404, 20_404, `The requested resource /Services/${service} was not found`);
  const url = `https://verify.twilio.com/v2/Services/${service}`;
  const part = (name: string) => `${url}/${name}`;
  return {
    sid: service,
    account_sid: account,
    friendly_name: 'Lampstand',
    code_length: 6,
    lookup_enabled: false,
    psd2_enabled: false,
    skip_sms_to_landlines: false,
    dtmf_input_required: true,
    tts_name: '',
    do_not_share_warning_enabled: false,
    custom_code_enabled: false,
    push: { include_date: false, apn_credential_sid: null, fcm_credential_sid: null },
    totp: { issuer: 'Lampstand', time_step: 30, code_length: 6, skew: 1 },
    default_template_sid: null,
    whatsapp: { msg_service_sid: null, from: null },
    passkeys: null,
    verify_event_subscription_enabled: false,
    date_created: '2026-01-05T12:00:00Z',
    date_updated: '2026-01-05T12:00:00Z',
    url,
    links: {
      verifications: part('Verifications'),
      verification_checks: part('VerificationCheck'),
      rate_limits: part('RateLimits'),
      messaging_configurations: part('MessagingConfigurations'),
      entities: part('Entities'),
      webhooks: part('Webhooks'),
      access_tokens: part('AccessTokens'),
    },
  };
}

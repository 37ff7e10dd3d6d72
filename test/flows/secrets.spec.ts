/** No secret and no personal data is in logs, metrics or tables where it does not belong; every secret has one purpose. @slow */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  aMember,
  anApplication,
  aPhone,
  aVisitor,
  callsTo,
  CARDS,
  stripe,
  typeCard,
  type Visitor,
  retriesOf,
} from '../builders/index.ts';
import { expectNoViolations, untilHeld } from '../invariants/index.ts';
import { found, literally, logFiles, metricsOf, type Place, sandboxFiles, tables } from '../invariants/leaks.ts';
import { generatedSecrets } from '../../tools/local/environment.ts';
import { ADMIN, eventually } from '../support/index.ts';
import { inProcessStack, ownStack } from '../support/own-stack.ts';
import { createHmac } from 'node:crypto';
import { linksSignedWith } from '../builders/in-process.ts';

/** Files of the sandbox that stand for the phone and Twilio, which have the code. */
const PLACES_OF_CODES = ['sandbox sms', 'sandbox verifications'];
/** Tables with personal data. All other tables hold ids only. */
const PLACES_OF_PERSONAL_DATA = [
  'public.trial_signups',
  'public.users',
  'public.churches',
  'public.phone_verifications',
  'public.rate_limits',
  'public.ambassador_applications',
  'public.trial_requests',
  'public.newsletter_subscriptions',
];

describe('confidential data', () => {
  const stack = ownStack({ apis: 1, env: { LOG_LEVEL: 'debug' } });
  let visitor: Visitor;
  const codes: string[] = [];
  let logs: Place[];
  let stored: Place[];
  let sandbox: Place[];
  let metrics: Place[];

  beforeAll(async () => {
    visitor = aVisitor(stack, {
      firstName: 'Zerubbabel',
      lastName: 'Quackenbush',
      churchName: 'Saint Polycarp of Smyrna',
      message: 'Our van is called Habakkuk',
    });
    await signUpWithFailures();
    await expectNoViolations(stack, { copiesOfMails: true });
    [logs, stored, sandbox] = await Promise.all([logFiles(stack), tables(stack), sandboxFiles(stack)]);
    metrics = await metricsOf(stack);
    sandbox.push({ name: 'sandbox requests', text: JSON.stringify(await stack.sandbox.requests()) });
  });

  it('like card numbers and security codes is in no log, table, request or file of the sandbox', () => {
    const cards = [...literally([CARDS.good, CARDS.declined]), /cvc["\]]*\s*[:=]\s*"?\d{3}/i];
    expect(found([...logs, ...stored, ...sandbox, ...metrics], cards)).toEqual([]);
  });

  it('like the code of a text message is only on the phone', () => {
    expect(codes.length).toBeGreaterThanOrEqual(2);
    const elsewhere = sandbox.filter(({ name }) => !PLACES_OF_CODES.includes(name));
    expect(found([...logs, ...stored, ...elsewhere, ...metrics], literally(codes))).toEqual([]);
  });

  it('like name, church, phone, email, birthdate or message is in no log of the servers', () => {
    const servers = logs.filter(({ name }) => name.startsWith('api-'));
    expect(servers.map(({ text }) => text).join('')).toContain('trial-signup');
    expect(found(servers, personal())).toEqual([]);
  });

  it('is in no metric', () => {
    expect(metrics.map(({ text }) => text).join('')).toContain('event="account.opened"');
    expect(found(metrics, personal())).toEqual([]);
  });

  it('like keys and secrets of the settings is in no log, table or metric', async () => {
    const secrets = Object.values(await generatedSecrets(stack.home));
    const { ADMIN_PASSWORD, ADMIN_DATABASE_PASSWORD } = ADMIN;
    const keys = ['sk_test_sandbox', 'whsec_sandbox', 'sandboxsandboxsandbox', ADMIN_PASSWORD, ADMIN_DATABASE_PASSWORD];
    const servers = logs.filter(({ name }) => name.startsWith('api-'));
    expect(found([...servers, ...stored, ...metrics], literally([...secrets, ...keys]))).toEqual([]);
  });

  it('like birthdate, church or message is not sent to providers, which get name, email and phone', () => {
    const { birthdate, churchName, message, email } = visitor.details;
    const others = sandbox.filter(({ name }) => name !== 'sandbox mails');
    expect(found(others, literally([birthdate, churchName, message]))).toEqual([]);
    expect(found(others, literally([email]))).not.toEqual([]);
  });

  it('is in no journal row, job, event or record of a mail', () => {
    const impersonal = stored.filter(({ name }) => !PLACES_OF_PERSONAL_DATA.includes(name));
    expect(impersonal.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'public.workflow_journal',
        'public.stripe_events',
        'public.sent_mails',
        expect.stringMatching(/^pgboss\.job$/),
      ]),
    );
    expect(found(impersonal, personal())).toEqual([]);
  });

  it('would be found by the search of these tests', () => {
    const where = (words: string[], places: Place[]) =>
      found(places, literally(words)).map((line) => line.split(':')[0]);
    const email = visitor.details.email;
    for (const table of ['trial_signups', 'ambassador_applications', 'trial_requests', 'newsletter_subscriptions'])
      expect(where([email], stored)).toContain(`public.${table}`);
    expect(where(codes, sandbox)).toContain('sandbox sms');
    expect(where(['4242424242424242'], [{ name: 'a note', text: 'paid with 4242 4242-4242 4242.' }])).toEqual([
      'a note',
    ]);
  });

  const personal = () => {
    const { lastName, firstName, email, churchName, message, birthdate } = visitor.details;
    return literally([firstName, lastName, email, churchName, message, birthdate, visitor.phone]);
  };

  /** Causes everything that servers log: wrong codes, declined cards, failing providers, a second sign-up with the phone, bad bodies. */
  async function signUpWithFailures(): Promise<void> {
    await visitor.calls.raw('trial-signup', `{"email": "${visitor.details.email}", `, {
      'content-type': 'application/json',
    });
    await visitor.calls.post('trial-signup', { ...visitor.details, churchState: 'Narnia' });
    await visitor.signsUp();
    await stack.sandbox.fault({ match: 'POST /v2/Services/*/Verifications', mode: '500' });
    await visitor.asksForCode();
    await proveWithWrongCode(visitor);
    await stack.sandbox.fault({ match: 'POST /v1/customers', mode: '500' });
    await visitor.call('trial-setup-intent');
    await visitor.typesCard(CARDS.declined);
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: 'garbage' }, { match: 'SMTP', mode: '503' });
    await typeCardWithSpaces();
    const second = aVisitor(stack, { ...visitor.details, email: `other.${aPhone()}@church.example` });
    await second.signsUp();
    await proveWithWrongCode(second);
    await visitor.opensAccount();
    await second.opensAccount();
    await fillInOtherForms();
    await untilHeld(stack, 3);
    await stack.sandbox.heal();
  }

  /** Fails the mails, so that the errors stored with their jobs are searched, too. */
  async function fillInOtherForms(): Promise<void> {
    await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 0 });
    const { firstName, lastName, email, phone, churchName, message } = visitor.details;
    const application = anApplication({ firstName, lastName, email, phone, churchName, whyInterested: message });
    for (const call of ['ambassador-application', 'trial-request']) {
      expect((await visitor.calls.post(call, application)).status).toBe(201);
      await visitor.calls.post(call, { ...application, churchState: 'Narnia' });
    }
    expect((await visitor.calls.post('newsletter-subscriptions', { email })).status).toBe(202);
    const queues = [
      'sendApplicationReceived',
      'sendTrialRequestReceived',
      'sendTrialRequestToStaff',
      'answerSubscription',
    ];
    await eventually(async () => {
      const failed = new Set((await retriesOf(stack)).map(({ name }) => name));
      return queues.every((queue) => failed.has(queue));
    });
  }

  async function proveWithWrongCode(who: Visitor): Promise<void> {
    await who.asksForCode();
    const code = await stack.sandbox.smsCode(who.phone);
    codes.push(code);
    await who.typesCode(code === '111111' ? '222222' : '111111');
    await who.typesCode(code);
  }

  async function typeCardWithSpaces(): Promise<void> {
    const { clientSecret } = (await visitor.call('trial-setup-intent')).body;
    await typeCard(stack, clientSecret, '4242 4242 4242 4242');
    expect((await stripe(stack, `setup_intents/${clientSecret.split('_secret_')[0]}`)).status).toBe('succeeded');
  }
});

describe('a secret', () => {
  const LINK_SECRETS = 'secret-of-the-links-of-the-spec-of-secrets';
  const DASHBOARD_WEBHOOK_SECRETS =
    'secret-of-the-announcements-of-this-spec-01,secret-of-the-announcements-of-this-spec-02';
  const DAY_MS = 86_400_000;
  const stack = inProcessStack({ env: { LINK_SECRETS, DASHBOARD_WEBHOOK_SECRETS } });

  const planOf = async (token: string) => (await callsTo(stack).post('plan', { token })).status;

  const subjectOf = (id: number) => `${id}:${Date.now()}`;
  const LATER = new Date(Date.now() + DAY_MS);

  /** A token signed with the secret itself, not with the key of its purpose. */
  function signDirectly(secret: string, subject: string): string {
    const claim = Buffer.from(`${Math.ceil(LATER.getTime() / 1000)}.${subject}`).toString('base64url');
    return `${claim}.${createHmac('sha256', secret).update(`link\nplan\n${claim}`).digest('base64url')}`;
  }

  it('of the dashboard signs announcements, and cannot open a plan', async () => {
    const { id } = await aMember(stack);
    const secrets = DASHBOARD_WEBHOOK_SECRETS.split(',');
    await eventually(async () => {
      const { announcements } = await stack.sandbox.records();
      const announcement = announcements.find(({ id: each }: any) => each === `account.opened:${id}`);
      const signed = `${announcement.id}.${announcement.timestamp}.${JSON.stringify(announcement.body)}`;
      const signatures = secrets.map((secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
      expect(announcement.signature).toBe(signatures.join(' '));
      return true;
    });
    for (const secret of secrets) {
      expect(await planOf(signDirectly(secret, subjectOf(id)))).toBe(410);
      expect(await planOf(linksSignedWith(secret).sign('plan', subjectOf(id), LATER))).toBe(410);
    }
  });

  it('of links signs with the key of the purpose, and no link without an end and a time', async () => {
    const { id } = await aMember(stack);
    const links = linksSignedWith(LINK_SECRETS);
    expect(await planOf(links.sign('plan', subjectOf(id), LATER))).toBe(200);
    expect(await planOf(signDirectly(LINK_SECRETS, subjectOf(id)))).toBe(410);
    expect(await planOf(links.sign('plan', subjectOf(id), new Date(0)))).toBe(410);
    expect(await planOf(links.sign('plan', id, LATER))).toBe(410);
  });
});

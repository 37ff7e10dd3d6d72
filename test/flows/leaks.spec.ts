import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { anApplication, aPhone, aVisitor, CARDS, stripe, typeCard, type Visitor } from '../builders/index.ts';
import { expectNoViolations, held } from '../invariants/index.ts';
import { found, literally, logFiles, metricsOf, type Place, sandboxFiles, tables } from '../invariants/leaks.ts';
import { generatedSecrets } from '../../tools/environment.mjs';
import { ADMIN, eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(90_000);

/** Where the sandbox plays the phone and Twilio: the code must be there. */
const KNOWS_THE_CODE = ['sandbox sms', 'sandbox verifications'];
/** Where a person's details belong. All other tables carry ids only. */
const KNOWS_THE_PERSON = [
  'public.trial_signups',
  'public.users',
  'public.churches',
  'public.phone_verifications',
  'public.rate_limits',
  'public.ambassador_applications',
  'public.trial_requests',
  'public.newsletter_subscriptions',
];

describe('What is typed in confidence is written down nowhere', () => {
  const stack = ownStack({ apis: 1, env: { LOG_LEVEL: 'debug' } });
  let visitor: Visitor;
  const codes: string[] = [];
  let logs: Place[];
  let stored: Place[];
  let kept: Place[];
  let metrics: Place[];

  beforeAll(async () => {
    visitor = aVisitor(stack, {
      firstName: 'Zerubbabel',
      lastName: 'Quackenbush',
      churchName: 'Saint Polycarp of Smyrna',
      message: 'Our van is called Habakkuk',
    });
    await signsUpWithTrouble();
    await expectNoViolations(stack, { copiesOfMails: true });
    [logs, stored, kept] = await Promise.all([logFiles(stack), tables(stack), sandboxFiles(stack)]);
    metrics = await metricsOf(stack);
    kept.push({ name: 'sandbox requests', text: JSON.stringify(await stack.sandbox.requests()) });
  });

  it('no card number and no security code: not in logs, tables, requests or the files of the sandbox', () => {
    const cards = [...literally([CARDS.good, CARDS.declined]), /cvc["\]]*\s*[:=]\s*"?\d{3}/i];
    expect(found([...logs, ...stored, ...kept, ...metrics], cards)).toEqual([]);
  });

  it('no code of a text message outside the phone it was sent to', () => {
    expect(codes.length).toBeGreaterThanOrEqual(2);
    const elsewhere = kept.filter(({ name }) => !KNOWS_THE_CODE.includes(name));
    expect(found([...logs, ...stored, ...elsewhere, ...metrics], literally(codes))).toEqual([]);
  });

  it('no name, church, phone, e-mail, birthday or message in the logs of the servers', () => {
    const servers = logs.filter(({ name }) => name.startsWith('api-'));
    expect(servers.map(({ text }) => text).join('')).toContain('trial-signup');
    expect(found(servers, personal())).toEqual([]);
  });

  it('nor in what the servers are measured by', () => {
    expect(metrics.map(({ text }) => text).join('')).toContain('event="account.opened"');
    expect(found(metrics, personal())).toEqual([]);
  });

  it('no key and no secret of the settings in logs, tables or metrics', async () => {
    const secrets = Object.values(await generatedSecrets(stack.home)) as string[];
    const { ADMIN_PASSWORD, ADMIN_DATABASE_PASSWORD } = ADMIN;
    const keys = ['sk_test_sandbox', 'whsec_sandbox', 'sandboxsandboxsandbox', ADMIN_PASSWORD, ADMIN_DATABASE_PASSWORD];
    const servers = logs.filter(({ name }) => name.startsWith('api-'));
    expect(found([...servers, ...stored, ...metrics], literally([...secrets, ...keys]))).toEqual([]);
  });

  it('no birthday, church or message at the providers, who get a name, an e-mail and a phone', () => {
    const { birthdate, churchName, message, email } = visitor.details;
    const others = kept.filter(({ name }) => name !== 'sandbox mails');
    expect(found(others, literally([birthdate, churchName, message]))).toEqual([]);
    expect(found(others, literally([email]))).not.toEqual([]);
  });

  it('nor in the journal, in jobs, in events or in the record of mails', () => {
    const impersonal = stored.filter(({ name }) => !KNOWS_THE_PERSON.includes(name));
    expect(impersonal.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['public.workflow_journal', 'public.stripe_events', 'public.sent_mails', 'pgboss.job']),
    );
    expect(found(impersonal, personal())).toEqual([]);
  });

  it('and the search would have found it', () => {
    const where = (words: string[], places: Place[]) =>
      found(places, literally(words)).map((line) => line.split(':')[0]);
    const email = visitor.details.email;
    for (const table of ['trial_signups', 'ambassador_applications', 'trial_requests', 'newsletter_subscriptions'])
      expect(where([email], stored)).toContain(`public.${table}`);
    expect(where(codes, kept)).toContain('sandbox sms');
    expect(where(['4242424242424242'], [{ name: 'a note', text: 'paid with 4242 4242-4242 4242.' }])).toEqual([
      'a note',
    ]);
  });

  const personal = () => {
    const { lastName, firstName, email, churchName, message, birthdate } = visitor.details;
    return literally([firstName, lastName, email, churchName, message, birthdate, visitor.phone]);
  };

  /** All that makes servers talk: wrong codes, declined cards, providers that fail, a rival with the same phone, bad bodies. */
  async function signsUpWithTrouble(): Promise<void> {
    await visitor.calls.raw('trial-signup', `{"email": "${visitor.details.email}", `, {
      'content-type': 'application/json',
    });
    await visitor.calls.post('trial-signup', { ...visitor.details, churchState: 'Narnia' });
    await visitor.signsUp();
    await stack.sandbox.fault({ match: 'POST /v2/Services/*/Verifications', mode: '500' });
    await visitor.asksForCode();
    await provesWithTrouble(visitor);
    await stack.sandbox.fault({ match: 'POST /v1/customers', mode: '500' });
    await visitor.call('trial-setup-intent');
    await visitor.typesCard(CARDS.declined);
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: 'garbage' }, { match: 'SMTP', mode: '503' });
    await cardWithSpaces();
    const rival = aVisitor(stack, { ...visitor.details, email: `other.${aPhone()}@church.example` });
    await rival.signsUp();
    await provesWithTrouble(rival);
    await visitor.opensAccount();
    await rival.opensAccount();
    await fillsInTheOtherForms();
    await held(stack, 3);
    await stack.sandbox.heal();
  }

  /** While the mail server is away: what the jobs then write down about their failures is looked at, too. */
  async function fillsInTheOtherForms(): Promise<void> {
    await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 0 });
    const { firstName, lastName, email, phone, churchName, message } = visitor.details;
    const application = anApplication({ firstName, lastName, email, phone, churchName, whyInterested: message });
    for (const call of ['ambassador-application', 'trial-request']) {
      expect((await visitor.calls.post(call, application)).status).toBe(201);
      await visitor.calls.post(call, { ...application, churchState: 'Narnia' });
    }
    expect((await visitor.calls.post('newsletter-subscriptions', { email })).status).toBe(202);
    await eventually(async () => {
      const failed = await stack.query(
        `SELECT DISTINCT name FROM pgboss.job WHERE name = ANY($1) AND state = 'retry'`,
        [['sendApplicationReceived', 'sendTrialRequestReceived', 'sendTrialRequestToStaff', 'answerSubscription']],
      );
      return failed.length === 4;
    });
  }

  async function provesWithTrouble(who: Visitor): Promise<void> {
    await who.asksForCode();
    const code = await stack.sandbox.smsCode(who.phone);
    codes.push(code);
    await who.typesCode(code === '111111' ? '222222' : '111111');
    await who.typesCode(code);
  }

  async function cardWithSpaces(): Promise<void> {
    const { clientSecret } = (await visitor.call('trial-setup-intent')).body;
    await typeCard(stack, clientSecret, '4242 4242 4242 4242');
    expect((await stripe(stack, `setup_intents/${clientSecret.split('_secret_')[0]}`)).status).toBe('succeeded');
  }
});

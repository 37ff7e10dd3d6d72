/** What a browser reads and changes with the number of a sign-up alone, and how it becomes known. @slow */
import { beforeAll, describe, expect, it } from 'vitest';
import { TRIAL_STATES } from '@lampstand/workflows';
import {
  aMailedProof,
  anEmail,
  aPastor,
  aPhone,
  aTrial,
  aVisitor,
  callsTo,
  cookieOf,
  journalOf,
  mailsSettled,
  proofIn,
  storedTrial,
  type Visitor,
  written,
} from '../builders/index.ts';
import { ofEachKind, PATHS } from '../site/pages.ts';
import { sharedStack } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = sharedStack();
const days = inProcessStack();
const { get, post, raw } = callsTo(stack);

const MUST_PROVE = { status: 409, body: { reason: 'prove', error: expect.any(String) } };
const mailsTo = (visitor: Visitor, count: number) => stack.sandbox.mails(visitor.details.email, { count });

describe('a browser that is not known', () => {
  it('reads every field, masked', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    const { trialSignup: own } = (await visitor.load()).body;
    expect(own).toMatchObject({
      email: visitor.details.email,
      birthdate: '1990-05-17',
      gender: 'F',
      phone: visitor.phone,
    });
    const { trialSignup: others } = (await visitor.elsewhere().load()).body;
    expect(Object.keys(others)).toEqual([...Object.keys(own), 'masked']);
    expect(others).toMatchObject({
      firstName: '•••',
      churchName: '•••',
      gender: '•••',
      birthdate: '•••',
      phone: `(•••) •••-${visitor.phone.slice(6)}`,
      email: visitor.details.email.replace(/^(.).*@/, '$1•••@'),
    });
    const forged = visitor.elsewhere();
    forged.cookie = `trial_signup=${'x'.repeat(43)}`;
    expect((await forged.load()).body.trialSignup).toEqual({ ...others, trialEndsAt: expect.any(String) });
  });

  it('has the code sent by the masked phone, and becomes known by the right code', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    const other = visitor.elsewhere();
    const { phone } = (await other.load()).body.trialSignup;
    expect((await other.call('verify-phone', { phone })).body).toMatchObject({ success: true, sent: true });
    expect((await other.call('update-email', { email: anEmail() })).body.reason).toBe('prove');
    await other.typesCode();
    expect((await other.load()).body.trialSignup).toMatchObject({ email: visitor.details.email, phone: visitor.phone });
    expect((await other.call('update-email', { email: anEmail() })).status).toBe(200);
  });

  it('does not become known by a repeated code', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    const other = visitor.elsewhere();
    expect((await other.call('verify-code', { code: '000000' })).status).toBe(200);
    expect(other.cookie).toBe('');
    expect((await other.load()).body.trialSignup.masked).toBe(true);
  });

  it('changes neither phone, email nor names', async () => {
    const { id, email, phone } = await aTrial(stack);
    expect(await post('verify-phone', { trialId: id, phone: aPhone() })).toMatchObject(MUST_PROVE);
    expect(await post('verify-phone', { trialId: id, phone: '(•••) •••-0000' })).toMatchObject(MUST_PROVE);
    expect(await post('update-email', { trialId: id, email: anEmail() })).toMatchObject(MUST_PROVE);
    expect(await post('update-details', { trialId: id, ...aPastor() })).toMatchObject(MUST_PROVE);
    expect(await storedTrial(stack, id)).toMatchObject({ email, phone, first_name: 'Mary' });
  });

  it('reads no number of a stored card', async () => {
    const trial = await aTrial(stack, { state: 'openingAccount' });
    for (const call of ['trial-setup-intent', 'trial-checkout-session']) {
      const { card } = (await post(call, { trialId: trial.id })).body;
      expect(card).toEqual({ brand: 'card', last4: '••••' });
      const own = await post(call, { trialId: trial.id }, { cookie: trial.cookie });
      expect(own.body.card).toMatchObject({ brand: 'visa', last4: '4242' });
    }
  });
});

describe('a mailed link', () => {
  it('makes a browser known when a button of its step is pressed, as often as it is used', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    const proof = proofIn((await mailsTo(visitor, 1))[0]!.text);
    const before = await journalOf(stack, visitor.id);
    const page = await get(`/trial?step=verification&trialId=${visitor.id}&proof=${proof}`);
    expect(page.status).toBe(200);
    expect(page.headers.getSetCookie()).toEqual([]);
    expect(await journalOf(stack, visitor.id)).toEqual(before);
    for (const browser of [visitor.elsewhere(), visitor.elsewhere()]) {
      const proved = await browser.call('prove-browser', { proof });
      expect(proved).toMatchObject({ status: 200, body: { success: true } });
      browser.cookie = cookieOf(proved);
      expect((await browser.load()).body.trialSignup.email).toBe(visitor.details.email);
    }
    expect((await visitor.stored())['email_proven_at']).toBeInstanceOf(Date);
    const known = await visitor.call('prove-browser', { proof });
    expect(known.headers.getSetCookie()).toEqual([]);
  });

  it('proves nothing once the email is corrected, and nothing about another sign-up', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    const proof = proofIn((await mailsTo(visitor, 1))[0]!.text);
    const { id } = await aTrial(stack, { pastor: { email: visitor.details.email } });
    expect(await post('prove-browser', { trialId: id, proof })).toMatchObject(MUST_PROVE);
    await visitor.call('prove-browser', { proof });
    await visitor.call('update-email', { email: anEmail() });
    expect((await visitor.stored())['email_proven_at']).toBeNull();
    expect(await visitor.elsewhere().call('prove-browser', { proof })).toMatchObject(MUST_PROVE);
    for (const forged of ['', 'x', `${proof}x`, proof.replace(/^./, 'A')])
      expect(await visitor.elsewhere().call('prove-browser', { proof: forged })).toMatchObject(MUST_PROVE);
  });

  it('proves the mailbox for 30 days', async () => {
    const visitor = await aVisitor(days).provesPhone();
    const proof = await aMailedProof(days, { id: visitor.id, email: visitor.details.email });
    await days.sandbox.advance({ days: 29 });
    expect((await visitor.elsewhere().call('prove-browser', { proof })).status).toBe(200);
    await days.sandbox.advance({ days: 2 });
    expect(await visitor.elsewhere().call('prove-browser', { proof })).toMatchObject(MUST_PROVE);
  }, 60_000);

  it('makes a browser without scripts known by the form of the step', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    await visitor.asksForCode();
    const proof = proofIn((await mailsTo(visitor, 1))[0]!.text);
    const form = new URLSearchParams({ trialId: String(visitor.id), proof, code: '000000' });
    const answer = await raw('../trial/code', form, { origin: stack.url });
    expect(answer.status).toBe(400);
    const browser = visitor.elsewhere();
    browser.cookie = cookieOf(answer);
    expect((await browser.load()).body.trialSignup.email).toBe(visitor.details.email);
  });
});

describe('a code to the proven phone', () => {
  it('makes a browser known, without a transition', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    const { state, journal_seq } = await visitor.stored();
    const other = visitor.elsewhere();
    expect((await other.call('send-browser-code')).body).toMatchObject({ success: true, sent: true });
    const code = await stack.sandbox.smsCode(visitor.phone, { count: 2 });
    const wrong = await other.call('prove-browser', { code: code === '111111' ? '222222' : '111111' });
    expect(wrong).toMatchObject({ status: 400, body: { reason: 'wrong', triesLeft: 2 } });
    expect(wrong.headers.getSetCookie()).toEqual([]);
    const right = await other.call('prove-browser', { code });
    expect(right.status).toBe(200);
    other.cookie = cookieOf(right);
    expect((await other.load()).body.trialSignup.email).toBe(visitor.details.email);
    expect(await visitor.stored()).toMatchObject({ state, journal_seq });
  });

  it('is refused before the phone is proven: the code of that step proves both', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    await visitor.asksForCode();
    expect((await visitor.elsewhere().call('send-browser-code')).status).toBe(409);
    const code = await stack.sandbox.smsCode(visitor.phone);
    expect((await visitor.elsewhere().call('prove-browser', { code })).status).toBe(409);
    expect((await visitor.typesCode(code)).status).toBe(200);
  });
});

describe('on a second device', () => {
  it('a wrong phone is corrected by the mailed link', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    const device = visitor.elsewhere();
    expect((await device.asksForCode(aPhone())).body.reason).toBe('prove');
    expect((await device.call('send-resume-link')).status).toBe(200);
    const [mail] = await mailsTo(visitor, 2);
    device.cookie = cookieOf(await device.call('prove-browser', { proof: proofIn(mail!.text) }));
    expect((await device.asksForCode(aPhone())).body).toMatchObject({ success: true, sent: true });
    expect((await device.typesCode()).status).toBe(200);
  });

  it('a wrong email is corrected after the code', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    const device = visitor.elsewhere();
    const email = anEmail();
    expect((await device.call('update-email', { email })).body.reason).toBe('prove');
    await device.asksForCode();
    await device.typesCode();
    expect((await device.call('update-email', { email })).status).toBe(200);
    await mailsSettled(stack, visitor.id);
    expect(await stack.sandbox.mails(email, { count: 1 })).toHaveLength(1);
  });
});

describe('with the number alone', () => {
  const pastor = {
    firstName: 'Zebedee',
    lastName: 'Quillfeather',
    churchName: 'Quillfeather Chapel',
    ministryName: 'Zebedee Youth',
    churchCity: 'Quillfeatherville',
    birthdate: '1957-02-13',
    message: 'Zebedee says hello.',
  };
  const CARD = { brand: 'visa', last4: '9731' };
  /** A value for every field that some call takes, so that no call is refused for its body alone. */
  const ANYTHING = { ...aPastor(), code: '000000', channel: 'sms', setupIntentId: 'seti_1', formId: 'form_1' };
  const PERSONAL = [
    ...Object.keys(pastor).map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
    'email',
    'phone',
    'card',
  ];
  let calls: { method: string; path: string }[];

  beforeAll(async () => {
    const { paths, components } = (await get('/api/docs-json')).body;
    const schemaOf = (call: any) => {
      const schema = call.requestBody?.content['application/json'].schema ?? {};
      return schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)] : schema;
    };
    calls = Object.entries<Record<string, any>>(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, call]) => path.includes('{id}') || 'trialId' in (schemaOf(call).properties ?? {}))
        .map(([method]) => ({ method, path })),
    );
    expect(calls).toContainEqual({ method: 'get', path: '/api/trial-signup/{id}' });
    expect(calls).toContainEqual({ method: 'post', path: '/api/prove-browser' });
  });

  it.each(TRIAL_STATES.filter((state) => state !== 'registration'))(
    'no call and no page shows or changes a personal value in %s',
    async (state) => {
      const columns = state === 'openingAccount' || state === 'success' ? { card: CARD } : {};
      const trial = await aTrial(stack, { state, pastor, columns });
      const before = await storedTrial(stack, trial.id);
      const hidden = [
        ...[...Object.values(pastor), before.email, before.phone].map(written),
        new RegExp(`ending ${CARD.last4}|"${CARD.last4}"`),
      ];
      const leaks: string[] = [];
      const check = (what: string, { text, headers }: { text: string; headers: Headers }) => {
        const all = [text, ...[...headers].map(([name, value]) => `${name}: ${value}`)].join('\n');
        for (const pattern of hidden) if (pattern.test(all)) leaks.push(`${what} shows ${all.match(pattern)![0]}`);
      };
      for (const { method, path } of calls)
        if (method === 'get') check(path, await get(path.replace('{id}', String(trial.id))));
        else check(path, await post(path.slice('/api/'.length), { ...ANYTHING, trialId: trial.id, phone: aPhone() }));
      // The other pages read no address; once is enough.
      const pages = ofEachKind(PATHS);
      for (const path of state === 'billingInformation' ? pages : pages.filter((each) => each.startsWith('/trial'))) {
        check(path, await get(`${path}?step=verification&trialId=${trial.id}&trial_id=${trial.id}`));
        const form = new URLSearchParams({ trialId: String(trial.id), code: '000000', another: 'yes' });
        check(`POST ${path}`, await raw(`..${path}`, form, { origin: stack.url }));
      }
      expect(leaks).toEqual([]);
      const after = await storedTrial(stack, trial.id);
      for (const column of PERSONAL) expect({ [column]: after[column] }).toEqual({ [column]: before[column] });
    },
    120_000,
  );
});

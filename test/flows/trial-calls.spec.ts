/** The calls of step one, and of existing accounts. */
import { describe, expect, it } from 'vitest';
import {
  aKey,
  aPastor,
  aPhone,
  aTrial,
  aVisitor,
  callsTo,
  cookieOf,
  storedTrial,
  storedTrials,
} from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
const { get, post } = callsTo(stack);

const SIGNUP_TAKEN =
  'An account with this email or phone number already exists. Please contact support if you need assistance accessing your account.';

/** The day so many years and days before today in the organization's time zone. */
async function birthday(years: number, days = 0): Promise<string> {
  const { today } = (await get('/api/config')).body;
  const day = new Date(`${Number(today.slice(0, 4)) - years}${today.slice(4)}T00:00:00Z`);
  return new Date(day.getTime() - days * 86_400_000).toISOString().slice(0, 10);
}

describe('saving a sign-up', () => {
  it('stores it with a large random id', async () => {
    const pastor = aPastor();
    const { status, body } = await post('trial-signup', pastor);
    expect({ status, body }).toEqual({ status: 201, body: { success: true, id: expect.any(Number) } });
    expect(body.id).toBeGreaterThanOrEqual(2 ** 40);
    expect(Number.isSafeInteger(body.id)).toBe(true);
    expect(await storedTrial(stack, body.id)).toMatchObject({
      state: 'phoneVerification',
      first_name: 'Mary',
      last_name: 'Ann Lee',
      email: pastor.email,
      church_software: 'Planning Center',
      message: 'Looking forward to it.',
      selected_plan: 'tier_1_19',
    });
  });

  it('stores the plan that was chosen on the site, and refuses an unknown one', async () => {
    const { body } = await post('trial-signup', aPastor({ selectedPlan: 'tier_100_199' }));
    expect(await storedTrial(stack, body.id)).toMatchObject({ selected_plan: 'tier_100_199' });
    const { trialSignup } = (await get(`/api/trial-signup/${body.id}`)).body;
    expect(trialSignup.selectedPlan).toBe('tier_100_199');
    for (const selectedPlan of ['tier_9', '', null, ['tier_1_19']])
      expect(await post('trial-signup', { ...aPastor(), selectedPlan })).toMatchObject({
        status: 400,
        body: { fields: { selectedPlan: 'Please select a plan' } },
      });
  });

  it('names every missing field with the message of the form', async () => {
    const { status, body } = await post('trial-signup', {});
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'Please check the marked fields and try again.',
      fields: {
        firstName: 'Name must be at least 2 characters',
        email: 'Please enter a valid email address',
        phone: 'Please enter a valid phone number',
        churchName: 'Church name is required',
        ministryName: 'Ministry name is required',
        churchCity: 'Church city is required',
        churchState: 'Church state is required',
        position: 'Please select your position',
        churchSize: 'Please select your church size',
        gender: 'Please select your gender',
        birthdate: 'Please select your birthdate',
      },
    });
  });

  it.each([
    ['firstName', 'J', 'Name must be at least 2 characters'],
    ['email', 'mary@church', 'Please enter a valid email address'],
    ['phone', '555-0142', 'Please enter a valid phone number'],
    ['phone', '+44 20 7946 0958', 'This is a number of another country. Please enter a US phone number'],
    ['phone', '+44 2079 4609', 'This is a number of another country. Please enter a US phone number'],
    ['churchName', 'G', 'Church name is required'],
    ['ministryName', ' ', 'Ministry name is required'],
    ['churchCity', 'A', 'Church city is required'],
    ['churchState', 'DC', 'Church state is required'],
    ['position', 'Deacon', 'Please select your position'],
    ['churchSize', '1000-2500', 'Please select your church size'],
    ['gender', 'X', 'Please select your gender'],
    ['birthdate', '1990-02-30', 'Please select your birthdate'],
    ['howHeardAbout', 'x'.repeat(201), 'Please shorten this text'],
    ['message', 'x'.repeat(2001), 'Please shorten this text'],
  ])('names only %s when only that is wrong', async (field, value, message) => {
    const { status, body } = await post('trial-signup', { ...aPastor({ lastName: '' }), [field]: value });
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { [field]: message } });
  });

  it.each([
    ['J', 'Smith'],
    ['Cher', ''],
  ])('accepts the name %j %j', async (firstName, lastName) => {
    expect((await post('trial-signup', aPastor({ firstName, lastName }))).status).toBe(201);
  });

  it('accepts a phone number in any format and stores its ten digits', async () => {
    const phone = aPhone();
    const { body } = await post(
      'trial-signup',
      aPastor({ phone: `+1 (${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}` }),
    );
    expect((await storedTrial(stack, body.id)).phone).toBe(phone);
  });

  it('ignores unknown fields', async () => {
    const { body } = await post('trial-signup', { ...aPastor(), state: 'success', id: 7, phoneVerified: true });
    expect(body.id).not.toBe(7);
    expect(await storedTrial(stack, body.id)).toMatchObject({ state: 'phoneVerification', phone_verified_at: null });
  });

  it('accepts a person who turns 18 today, but not one who turns 18 tomorrow', async () => {
    expect((await post('trial-signup', aPastor({ birthdate: await birthday(18) }))).status).toBe(201);
    const young = await post('trial-signup', aPastor({ birthdate: await birthday(18, -1) }));
    expect(young).toMatchObject({ status: 400, body: { fields: { birthdate: 'You must be at least 18 years old.' } } });
  });

  it('accepts a birthdate on a leap day, but none in the future or over a hundred years ago', async () => {
    expect((await post('trial-signup', aPastor({ birthdate: '2004-02-29' }))).status).toBe(201);
    for (const birthdate of [await birthday(0, -1), await birthday(100, 1)]) {
      const { status, body } = await post('trial-signup', aPastor({ birthdate }));
      expect({ status, fields: body.fields }).toEqual({
        status: 400,
        fields: { birthdate: 'Please check the year of your birthdate' },
      });
    }
  });

  it('answers a repeated Idempotency-Key with the first sign-up, also for parallel calls', async () => {
    const pastor = aPastor();
    const key = { 'idempotency-key': aKey() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('trial-signup', pastor, key)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await storedTrials(stack, { email: pastor.email })).toHaveLength(1);
  });

  it('answers a repeated key from the browser that the first answer made known, with a new cookie', async () => {
    const pastor = aPastor();
    const key = { 'idempotency-key': aKey() };
    const first = await post('trial-signup', pastor, key);
    const again = await post('trial-signup', pastor, { ...key, cookie: cookieOf(first) });
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    expect(cookieOf(again)).not.toBe(cookieOf(first));
    for (const cookie of [cookieOf(first), cookieOf(again)]) {
      const { body } = await get('/api/trial-signup/current', { cookie });
      expect(body.signup).toMatchObject({ trialId: first.body.id });
    }
  });

  it('refuses a repeated key with another body, and keeps the first sign-up', async () => {
    const [pastor, other] = [aPastor(), aPastor()];
    const key = { 'idempotency-key': aKey() };
    const first = await post('trial-signup', pastor, key);
    for (const cookie of ['', cookieOf(first)]) {
      const { status, body } = await post('trial-signup', other, { ...key, ...(cookie && { cookie }) });
      expect({ status, error: body.error, id: body.id }).toEqual({
        status: 422,
        error: 'This form was sent before with other answers. Please reload the page and send it again.',
        id: undefined,
      });
    }
    expect(await storedTrials(stack, { email: pastor.email })).toHaveLength(1);
    expect(await storedTrials(stack, { email: other.email })).toEqual([]);
  });

  it('makes a new sign-up for the same key and body from another browser', async () => {
    const pastor = aPastor();
    const key = { 'idempotency-key': aKey() };
    const other = await post('trial-signup', aPastor());
    const first = await post('trial-signup', pastor, key);
    const second = await post('trial-signup', pastor, { ...key, cookie: cookieOf(other) });
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('makes a new cookie, and adopts none that the browser has', async () => {
    const planted = `trial_signup=${'x'.repeat(43)}`;
    const visitor = aVisitor(stack);
    const saved = await visitor.signsUp({ cookie: planted });
    await visitor.asksForCode();
    const proven = await visitor.typesCode(undefined, { cookie: planted });
    expect(new Set([planted, cookieOf(saved), cookieOf(proven)]).size).toBe(3);
    expect((await get('/api/trial-signup/current', { cookie: planted })).body.signup).toBeNull();
  });

  it('makes no browser known by a repeated code', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    const again = await visitor.typesCode('000000');
    expect([again.status, again.headers.getSetCookie()]).toEqual([200, []]);
  });

  it('makes a new sign-up without a key, beside an unfinished one', async () => {
    const pastor = aPastor();
    const [first, second] = [await post('trial-signup', pastor), await post('trial-signup', pastor)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.id).not.toBe(first.body.id);
  });
});

describe('a person with an account', () => {
  it('is found by the phone in any format; a person without an account is not', async () => {
    const member = await aVisitor(stack).becomesMember();
    expect((await post('check-user-exists', { phone: member.phone })).body).toEqual({ userExists: true });
    expect((await post('check-user-exists', { phone: `1${member.phone}` })).body).toEqual({ userExists: true });
    expect((await post('check-user-exists', { phone: aPhone() })).body).toEqual({ userExists: false });
    const unfinished = await aTrial(stack, { state: 'billingInformation' });
    expect((await post('check-user-exists', { phone: unfinished.phone })).body).toEqual({ userExists: false });
  });

  it('cannot sign up again with the phone, or with the email in any case', async () => {
    const { details } = await aVisitor(stack).becomesMember();
    const email = { email: 'Account already exists for this email.' };
    const phone = { phone: 'Account already exists for this phone.' };
    const { email: ofMember, phone: number } = details;
    for (const [taken, fields] of [
      [{ phone: number }, phone],
      [{ email: ofMember }, email],
      [{ email: ofMember.toUpperCase() }, email],
      [
        { phone: number, email: ofMember },
        { ...phone, ...email },
      ],
    ] as const) {
      const { status, body } = await post('trial-signup', aPastor(taken));
      expect({ status, body }).toEqual({ status: 409, body: { userExists: true, error: SIGNUP_TAKEN, fields } });
    }
  });
});

/** The calls of a sign-up: saving, reading, resuming. */
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
  anEmail,
  type Visitor,
} from '../builders/index.ts';
import { sharedStack, eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

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

describe('Reading a sign-up', () => {
  const { get, post } = callsTo(stack);
  const days = inProcessStack();
  const unfolded = (calendar: string) => calendar.replaceAll('\r\n ', '');
  const DAYS_30 = 30 * 86_400_000;

  describe('reading a sign-up', () => {
    it('returns everything that was entered, and the step', async () => {
      const visitor = aVisitor(stack);
      await visitor.signsUp();
      const { churchSoftware: _s, message: _m, ...typed } = visitor.details;
      const { status, body } = await visitor.load();
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        trialSignup: {
          ...typed,
          phoneVerified: false,
          step: 'phone-verification',
          selectedPlan: 'tier_1_19',
          paymentVerified: false,
          trialEndsAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        },
      });
      expect(Math.abs(Date.parse(body.trialSignup.trialEndsAt) - Date.now() - DAYS_30)).toBeLessThan(60_000);
    });

    it('returns the times of a valid code, never the code', async () => {
      const visitor = aVisitor(stack);
      await visitor.signsUp();
      const { body: sent } = await visitor.asksForCode();
      const { body, text } = await visitor.load();
      const { success: _success, sent: _sent, ...times } = sent;
      expect(body.trialSignup.code).toEqual(times);
      expect(text).not.toContain(await stack.sandbox.smsCode(visitor.phone));
      await visitor.typesCode();
      expect((await visitor.load()).body.trialSignup).not.toHaveProperty('code');
    });

    it('returns the billing step once the phone is verified, and that a card is stored', async () => {
      const visitor = await aVisitor(stack).provesPhone();
      const step = { step: 'billing-information', phoneVerified: true };
      expect((await visitor.load()).body.trialSignup).toMatchObject({ ...step, paymentVerified: false });
      const opening = await aTrial(stack, { state: 'openingAccount' });
      const { body } = await get(`/api/trial-signup/${opening.id}`);
      expect(body.trialSignup).toMatchObject({ ...step, paymentVerified: true });
      expect(body.trialSignup.trialEndsAt).toBe(opening.trial_ends_at.toISOString());
    });

    it('returns few fields once the account is open', async () => {
      const member = await aVisitor(stack).becomesMember();
      const { body } = await member.elsewhere().load();
      expect(body).toEqual({
        success: true,
        trialSignup: {
          firstName: '•••',
          masked: true,
          phoneVerified: true,
          step: 'success',
          selectedPlan: 'tier_1_19',
          trialEndsAt: expect.any(String),
          subscription: {
            status: 'trialing',
            trialEndsAt: expect.any(String),
            periodEndsAt: expect.any(String),
            cancelAt: null,
            endedAt: null,
            nextTryAt: null,
            erasureRequested: false,
            pause: null,
          },
        },
      });
      const own = await member.load();
      expect(own.body.trialSignup).toMatchObject({ firstName: 'Mary', email: member.details.email });
    });

    it('greets "Pastor Mike Jones" as Mike, on the page and in mails', async () => {
      const member = await aVisitor(stack, { firstName: 'Pastor', lastName: 'Mike Jones' }).becomesMember();
      expect((await member.load()).body.trialSignup.firstName).toBe('Mike');
      const [mail] = await stack.sandbox.mails(member.details.email, { subject: /^Welcome/ });
      expect(mail!.text).toMatch(/^Welcome, Mike$/im);
      expect((await member.stored())['first_name']).toBe('Pastor');
    });

    it('says that our mail came back to the browser that signed up, until the email is corrected', async () => {
      const visitor = aVisitor(stack, { email: anEmail('bounce') });
      await visitor.signsUp();
      const returned = async (by = visitor) => (await by.load()).body.trialSignup.mailReturned;
      await eventually(returned);
      expect(await returned(visitor.elsewhere())).toBeUndefined();
      await visitor.call('update-email', { email: anEmail('corrected') });
      expect(await returned()).toBeUndefined();
    });

    it('returns few fields when the person has an account already', async () => {
      const { id } = await aTrial(stack, { state: 'alreadyMember' });
      const { trialSignup } = (await get(`/api/trial-signup/${id}`)).body;
      expect(trialSignup).toMatchObject({ step: 'success', userExists: true, phoneVerified: true });
      expect(trialSignup).not.toHaveProperty('email');
    });

    it('accepts the id as text in a body', async () => {
      const { id } = await aTrial(stack, { state: 'billingInformation' });
      const answer = await post('update-selected-plan', { trialId: String(id), selectedPlan: 'tier_20_49' });
      expect(answer.body).toEqual({ success: true, selectedPlan: 'tier_20_49' });
    });

    it.each(['7', '0', 'abc', '-1', '1e15', '9007199254740993', "1'%20OR%20'1'='1", '12/34', 'undefined'])(
      'answers 404 for %s',
      async (id) => {
        const { status, body } = await get(`/api/trial-signup/${id}`);
        expect({ status, body }).toEqual({ status: 404, body: { error: expect.any(String) } });
      },
    );

    it('changes nothing, so a mail scanner can open the link', async () => {
      const { id, phone, journal_seq, last_seen_at } = await aTrial(stack);
      await get(`/api/trial-signup/${id}`);
      expect(await storedTrial(stack, id)).toMatchObject({ journal_seq, last_seen_at });
      expect(await stack.sandbox.sms(phone)).toEqual([]);
    });
  });

  describe('the calendar entry', () => {
    it('is at the end of the trial and reminds a week before', async () => {
      const member = await aVisitor(stack).becomesMember();
      const { trialEndsAt } = (await member.load()).body.trialSignup;
      const { status, text, headers } = await get(`/api/trial-signup/${member.id}/calendar.ics`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
      expect(headers.get('content-disposition')).toContain('.ics');
      expect(text).toContain(`DTSTART:${trialEndsAt.replace(/[-:]|\.\d{3}/g, '')}\r\n`);
      for (const days of [7, 1]) expect(text).toContain(`TRIGGER:-P${days}D\r\n`);
      expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[^]*END:VCALENDAR\r\n$/);
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(text).toContain(`UID:trial-${member.id}@${new URL(stack.url).hostname}\r\n`);
      expect(unfolded(text)).toContain(`\r\nURL:${stack.url}/plan\r\n`);
    });

    it('has no token of the plan, which the page has for the browser that signed up, on the day of the opening', async () => {
      const own = await aVisitor(days).becomesMember();
      const { text } = await callsTo(days).get(`/api/trial-signup/${own.id}/calendar.ics`, { cookie: own.cookie });
      expect(unfolded(text)).toContain(`\r\nURL:${days.url}/plan\r\n`);
      expect(unfolded(text)).toContain(`: ${days.url}/plan Questions`);
      expect(text).not.toContain('token');
      const linkFor = async (browser: Visitor) => (await browser.load()).body.trialSignup.planLink;
      const [, token] = /\/plan\?token=([\w.-]+)$/.exec(await linkFor(own))!;
      const answer = await callsTo(days).post('plan/cancel', { token });
      expect(answer).toMatchObject({ status: 200, body: { status: 'trialing', cancelAt: expect.any(String) } });
      expect(await linkFor(own.elsewhere())).toBeUndefined();
      await days.sandbox.advance({ days: 1, minutes: 5 });
      expect(await linkFor(own)).toBeUndefined();
    }, 60_000);

    it('is refused before a card is stored, and for an unknown sign-up', async () => {
      const { id } = await aTrial(stack, { state: 'billingInformation' });
      expect(await get(`/api/trial-signup/${id}/calendar.ics`)).toMatchObject({
        status: 409,
        body: { step: 'billing-information' },
      });
      expect((await get('/api/trial-signup/7/calendar.ics')).status).toBe(404);
    });
  });

  describe('the current sign-up of a browser', () => {
    const current = (headers: Record<string, string>) => get('/api/trial-signup/current', headers);

    it('is its newest unfinished one, until the account is open', async () => {
      const visitor = aVisitor(stack);
      const { headers } = await visitor.signsUp();
      const cookie = cookieOf({ headers });
      const signup = { trialId: visitor.id, firstName: 'Mary', step: 'phone-verification', number: 2, of: 3 };
      expect((await current({ cookie })).body).toEqual({ success: true, signup, member: false });
      await visitor.asksForCode();
      await visitor.typesCode();
      expect((await current({ cookie })).body.signup).toMatchObject({ number: 3, step: 'billing-information' });
      await visitor.agreesAndSavesCard();
      await visitor.opensAccount();
      const over = await current({ cookie });
      expect(over.body).toEqual({ success: true, signup: null, member: true });
      expect(over.headers.getSetCookie()).toEqual([]);
      const unknown = await current({ cookie: `trial_signup=${'x'.repeat(43)}` });
      expect(unknown.body).toEqual({ success: true, signup: null, member: false });
      expect(unknown.headers.getSetCookie()[0]).toMatch(/^signup=;.*Expires=Thu, 01 Jan 1970/);
    });

    it('is announced to the pages by a cookie that names no one', async () => {
      const { headers } = await aVisitor(stack).signsUp();
      const hint = headers.getSetCookie().find((each) => each.startsWith('signup='));
      expect(hint).toMatch(/^signup=1; /);
      expect(hint).not.toMatch(/HttpOnly/i);
    });

    it.each(['cross-site', 'same-site'])(
      'is refused to a %s page, and no page of another origin may read it',
      async (site) => {
        const { headers } = await aVisitor(stack).signsUp();
        const cookie = cookieOf({ headers });
        expect((await current({ cookie, 'sec-fetch-site': site })).status).toBe(403);
        const own = await current({ cookie, 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' });
        expect(own.headers.get('cross-origin-resource-policy')).toBe('same-origin');
        expect(own.headers.get('access-control-allow-origin')).toBeNull();
        expect(own.headers.get('cache-control')).toBe('no-store');
      },
    );

    it('is no one without a key, and with a forged one', async () => {
      const none = { success: true, signup: null, member: false };
      expect((await current({})).body).toEqual(none);
      expect((await current({ cookie: `trial_signup=${'x'.repeat(43)}` })).body).toEqual(none);
    });
  });
});

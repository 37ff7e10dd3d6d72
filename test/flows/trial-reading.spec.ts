/** Reading a sign-up by its id, and its calendar entry. */
import { describe, expect, it } from 'vitest';
import { anEmail, aTrial, aVisitor, callsTo, cookieOf, storedTrial, type Visitor } from '../builders/index.ts';
import { eventually, sharedStack } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = sharedStack();
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

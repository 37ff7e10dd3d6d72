/** What a person or support corrects after step one: the names and the church, the phone, and the email. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Agent,
  anAgent,
  anEmail,
  aPhone,
  aTrial,
  aVisitor,
  callsTo,
  lastEventOf,
  linkPauseEnds,
  storedTrial,
  stripe,
  journalRowsOf,
} from '../builders/index.ts';
import { eventually, sharedStack } from '../support/index.ts';

const stack = sharedStack();
const { post } = callsTo(stack);

describe('the details of a sign-up', () => {
  const corrected = {
    firstName: 'Maria',
    lastName: 'Lee',
    churchName: 'Grace Chapel',
    churchCity: 'Tulsa',
    churchState: 'OK',
    ministryName: 'Grace Students',
  };

  it('are corrected once; the journal names the fields and not their values', async () => {
    const { id, cookie } = await aTrial(stack, { pastor: { churchState: 'OK' } });
    for (const _ of [1, 2])
      expect((await post('update-details', { trialId: id, ...corrected }, { cookie })).status).toBe(200);
    const stored = await storedTrial(stack, id);
    expect(stored).toMatchObject({ first_name: 'Maria', last_name: 'Lee', church_city: 'Tulsa' });
    const notes = (await journalRowsOf(stack, id)).filter(({ note }) => note === 'details corrected');
    expect(notes.map(({ detail }) => detail)).toEqual([{ fields: 'firstName, lastName, churchCity, ministryName' }]);
  });

  it('are the name that the customer has at the provider', async () => {
    const visitor = aVisitor(stack);
    await visitor.provesPhone();
    await visitor.call('trial-setup-intent');
    expect((await visitor.call('update-details', corrected)).status).toBe(200);
    await visitor.savesCard();
    await visitor.opensAccount();
    const { stripe_customer_id: customer } = await visitor.stored();
    expect((await stripe(stack, `customers/${customer}`)).name).toBe('Maria Lee');
  });

  it('are checked as those of step one', async () => {
    const { id, cookie } = await aTrial(stack);
    const bad = { trialId: id, ...corrected, churchName: 'G', firstName: '' };
    const answer = await post('update-details', bad, { cookie });
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { churchName: 'Church name is required', firstName: 'Name must be at least 2 characters' } },
    });
  });
});

describe('the email of a sign-up', () => {
  it('is corrected once, and a repeated call changes nothing', async () => {
    const { id, cookie } = await aTrial(stack);
    const email = anEmail();
    for (const _ of [1, 2]) expect((await post('update-email', { trialId: id, email }, { cookie })).status).toBe(200);
    expect(await storedTrial(stack, id)).toMatchObject({ email, journal_seq: 2 });
    const [mail] = await stack.sandbox.mails(email, { subject: /^Finish your/ });
    expect(mail!.text).toContain('your email address was corrected to this one');
  });

  it('cannot be one that has an account', async () => {
    const { details } = await aVisitor(stack).becomesMember();
    const { id, email, cookie } = await aTrial(stack);
    const answer = await post('update-email', { trialId: id, email: details.email.toUpperCase() }, { cookie });
    expect(answer).toMatchObject({
      status: 409,
      body: { userExists: true, fields: { email: 'Account already exists for this email.' } },
    });
    expect((await storedTrial(stack, id)).email).toBe(email);
  });

  it('gets the link at most every thirty seconds; both answers say when again', async () => {
    const { id, email } = await aTrial(stack);
    const first = await post('send-resume-link', { trialId: id });
    const second = await post('send-resume-link', { trialId: id });
    expect(first).toMatchObject({ status: 200, body: { success: true, retryAt: expect.stringMatching(/Z$/) } });
    expect(second).toMatchObject({
      status: 429,
      body: { error: 'We have just sent the link. Please look into your inbox first.' },
    });
    expect(Math.abs(Date.parse(second.body.retryAt) - Date.parse(first.body.retryAt))).toBeLessThan(1000);
    expect(Math.round((Date.parse(first.body.retryAt) - Date.now()) / 1000)).toBeLessThanOrEqual(30);
    expect(await stack.sandbox.mails(email)).toHaveLength(1);
  });

  it('gets the link at most five times a day', async () => {
    const { id, email } = await aTrial(stack, { state: 'billingInformation' });
    for (const _ of [1, 2, 3, 4, 5]) {
      expect((await post('send-resume-link', { trialId: id })).status).toBe(200);
      await linkPauseEnds(stack, id);
    }
    const sixth = await post('send-resume-link', { trialId: id });
    expect(sixth).toMatchObject({ status: 429, body: { retryAt: expect.stringMatching(/Z$/) } });
    const seconds = (Date.parse(sixth.body.retryAt) - Date.now()) / 1000;
    expect(Math.abs(Number(sixth.headers.get('retry-after')) - seconds)).toBeLessThan(5);
    expect(await stack.sandbox.mails(email, { count: 5 })).toHaveLength(5);
  });
});

describe('support', () => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await anAgent(stack);
  });

  it('corrects the phone before it is verified', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    await visitor.asksForCode();
    const phone = aPhone();
    const answers = [
      await agent.runs(visitor.id, 'correct-phone', { phone: `+1 ${phone}` }),
      await agent.runs(visitor.id, 'correct-phone', { phone }),
    ];
    expect(answers.map(({ body }) => body.repeated ?? false)).toEqual([false, true]);
    expect(await visitor.stored()).toMatchObject({ phone, state: 'phoneVerification' });
    await agent.runs(visitor.id, 'resend-code');
    expect((await visitor.typesCode(await stack.sandbox.smsCode(phone))).status).toBe(200);
  });

  it('corrects the phone and sends a code to it at once; the correction stays when no code can be sent', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    const phone = aPhone();
    const corrected = await agent.runs(visitor.id, 'correct-phone', { phone, send: 'code' });
    expect(corrected.body.message).toBe('The new phone is stored, and a code is on its way to it.');
    expect((await visitor.typesCode(await stack.sandbox.smsCode(phone))).status).toBe(200);

    const landline = '5005550410';
    const stored = await agent.runs(visitor.id, 'correct-phone', { phone: landline, send: 'code' });
    expect(stored).toMatchObject({
      status: 200,
      body: { message: expect.stringMatching(/^The new phone is stored, but/) },
    });
    expect(await visitor.stored()).toMatchObject({ phone: landline, state: 'phoneVerification' });
  });

  it('corrects a verified phone, which has to be verified again; the card form ends and the link is mailed', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    const { clientSecret } = (await visitor.call('trial-setup-intent')).body;
    const phone = aPhone();
    await agent.runs(visitor.id, 'correct-phone', { phone });
    expect(await lastEventOf(stack, visitor.id)).toBe('support: billingInformation phone.changed phoneVerification');
    expect(await visitor.stored()).toMatchObject({ phone, phone_verified_at: null });
    await stack.sandbox.mails(visitor.details.email, { subject: /^Finish your/ });
    const [id] = clientSecret.split('_secret_');
    await eventually(async () => {
      const { setupIntents } = await stack.sandbox.records();
      return setupIntents.find((each: any) => each.id === id).status === 'canceled';
    });
    await visitor.asksForCode(phone);
    await visitor.typesCode();
    await visitor.savesCard();
    expect((await visitor.opensAccount()).body).toEqual({ success: true });
  });

  it('cannot set a phone or an email that has an account', async () => {
    const member = await aVisitor(stack).becomesMember();
    const { id } = await aTrial(stack);
    const phone = await agent.runs(id, 'correct-phone', { phone: member.phone });
    expect(phone).toMatchObject({ status: 409, body: { fields: { phone: 'Account already exists for this phone.' } } });
    const email = await agent.runs(id, 'correct-email', { email: member.details.email });
    expect(email).toMatchObject({ status: 409, body: { fields: { email: 'Account already exists for this email.' } } });
  });

  it('corrects the email, and the link is mailed to the new address', async () => {
    const { id } = await aTrial(stack);
    const email = anEmail();
    expect((await agent.runs(id, 'correct-email', { email })).body.repeated).toBeUndefined();
    expect((await agent.runs(id, 'correct-email', { email })).body.repeated).toBe(true);
    expect(await stack.sandbox.mails(email, { subject: /^Finish your/ })).toHaveLength(1);
    expect(await lastEventOf(stack, id)).toBe('support: phoneVerification email.corrected phoneVerification');
  });
});

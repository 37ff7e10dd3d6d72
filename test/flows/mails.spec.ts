/** Mails of a sign-up: contents, when they are sent, and refusals of the mail server. */
import { describe, expect, it } from 'vitest';
import {
  anEmail,
  aTrial,
  aVisitor,
  callsTo,
  expectComplete,
  queueJob,
  retryNow,
  journalOf,
  linkPauseEnds,
  mailsSettled,
  endConnectionAtMails,
  sentMailsOf,
} from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();

const linkOf = (id: number) => `${stack.url}/trial?step=verification&trialId=${id}&proof=`;
const FINISH = 'Finish your Lampstand sign-up';

const requestLink = (id: number) => callsTo(stack).post('send-resume-link', { trialId: id });

const settled = (id: number) => mailsSettled(stack, id);

const attemptsTo = async (email: string): Promise<number[]> => {
  const requests = (await stack.sandbox.requests()) as { provider: string; path: string; status: number }[];
  return requests
    .filter(({ provider, path }) => provider === 'smtp' && path === email)
    .map(({ status }) => status)
    .reverse();
};

describe('the mail with the link', () => {
  it('has the link and the sender as HTML and as text', async () => {
    const { id, email } = await aTrial(stack);
    await requestLink(id);
    const [mail] = await stack.sandbox.mails(email);
    expect(mail!.subject).toBe(FINISH);
    expectComplete(mail, linkOf(id), 'Confirm your phone');
    await eventually(async () => (await journalOf(stack, id)).notes.join() === 'mail sent');
  });

  it('names the next step and encodes the name as text', async () => {
    const { id, email } = await aTrial(stack, { state: 'billingInformation', pastor: { firstName: '<b>Mary</b>' } });
    await requestLink(id);
    const [mail] = await stack.sandbox.mails(email);
    expectComplete(mail, linkOf(id), 'Your phone is confirmed');
    expect(mail!.html).not.toContain('<b>Mary');
    expect(mail!.html).toContain('&lt;b&gt;Mary');
  });

  it('has a message id of its own that is stored', async () => {
    const { id, email } = await aTrial(stack);
    await requestLink(id);
    await linkPauseEnds(stack, id);
    await requestLink(id);
    const mails = await stack.sandbox.mails(email, { count: 2 });
    await settled(id);
    const rows = await sentMailsOf(stack, id);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
    expect(new Set(rows.map(({ message_id }) => message_id))).toEqual(new Set(mails.map(({ messageId }) => messageId)));
  });

  it('says that a program sent it, and the log names its key, message id and outcome', async () => {
    const { id, email } = await aTrial(stack);
    await requestLink(id);
    const [mail] = await stack.sandbox.mails(email);
    expect(mail!.headers['auto-submitted']).toBe('auto-generated');
    const [row] = await settled(id).then(() => sentMailsOf(stack, id));
    const line = await eventually(async () =>
      (await stack.logs()).split('\n').find((each) => each.includes(`"messageId":"${mail!.messageId}"`)),
    );
    expect(JSON.parse(line)).toMatchObject({ mail: row.key, outcome: 'sent', msg: 'mail' });
  });

  it('is sent once after half an hour without activity to unfinished sign-ups', async () => {
    const waiting = await aTrial(stack);
    const paying = await aTrial(stack, { state: 'billingInformation' });
    const member = await aTrial(stack, { state: 'success' });
    const cancelled = await aTrial(stack, { state: 'cancelled' });
    const superseded = await aTrial(stack, { columns: { superseded_by: 7 } });
    await stack.sandbox.advance({ minutes: 29 });
    expect(await stack.sandbox.mails(waiting.email, { count: 0 })).toEqual([]);
    await stack.sandbox.advance({ minutes: 2 });
    for (const { email } of [waiting, paying]) await stack.sandbox.mails(email, { subject: FINISH });
    await stack.sandbox.advance({ minutes: 22 * 60 });
    // Once the mail of a later sign-up is sent, the sweep has run for the others, too.
    const later = await aTrial(stack);
    await stack.sandbox.advance({ minutes: 31 });
    await stack.sandbox.mails(later.email, { subject: FINISH });
    for (const { id, email } of [waiting, paying]) {
      expect(await stack.sandbox.mails(email)).toHaveLength(1);
      expect((await journalOf(stack, id)).events.filter((event) => event === 'visitor.wentQuiet')).toHaveLength(1);
    }
    for (const { email } of [member, cancelled, superseded])
      expect(await stack.sandbox.mails(email, { count: 0 })).toEqual([]);
  });

  it('waits while the visitor is active', async () => {
    const busy = await aTrial(stack, { state: 'billingInformation' });
    const quiet = await aTrial(stack);
    await stack.sandbox.advance({ minutes: 20 });
    await callsTo(stack).post('update-selected-plan', { trialId: busy.id, selectedPlan: 'tier_50_99' });
    await stack.sandbox.advance({ minutes: 20 });
    await stack.sandbox.mails(quiet.email, { subject: FINISH });
    expect(await stack.sandbox.mails(busy.email, { count: 0 })).toEqual([]);
  });

  it('is not sent for a sign-up that has been finished', async () => {
    const { id, email } = await aTrial(stack, { state: 'success' });
    await queueJob(stack, 'sendResumeLink', id);
    await settled(id);
    expect(await stack.sandbox.mails(email, { count: 0 })).toEqual([]);
  });
});

describe('another mail of the sign-up', () => {
  it('is the welcome mail with plan, price, end of the trial and how to cancel', async () => {
    const member = await aVisitor(stack).becomesMember();
    const [mail] = await stack.sandbox.mails(member.details.email, { subject: /^Welcome to Lampstand/ });
    const { trialEndsAt } = (await member.load()).body.trialSignup;
    const day = new Date(trialEndsAt).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'America/Chicago' });
    expectComplete(
      mail,
      'Plan: Starter (1-19 active users a month)',
      `free until ${day}`,
      '$19.99 is charged',
      'To cancel,',
    );
    expect(mail!.messageId).toBe(`<welcome.${member.id}@lampstand.example>`);
  });

  it('is the welcome mail, sent once when its job runs twice', async () => {
    const member = await aVisitor(stack).becomesMember();
    await stack.sandbox.mails(member.details.email, { subject: /^Welcome/ });
    await queueJob(stack, 'sendWelcomeMail', member.id);
    await settled(member.id);
    expect(await stack.sandbox.mails(member.details.email, { subject: /^Welcome/ })).toHaveLength(1);
  });

  it.each([
    ['sendPaymentLink', 'Add your card to start your trial', '&pay=checkout'],
    ['sendCardNeeded', 'Your card could not be used', ''],
  ])('is sent by %s with the link to the sign-up', async (effect, subject, more) => {
    const { id, email } = await aTrial(stack, { state: 'billingInformation' });
    await queueJob(stack, effect, id);
    const [mail] = await stack.sandbox.mails(email);
    expect(mail!.subject).toBe(subject);
    expectComplete(mail, linkOf(id));
    expect(mail!.text).toMatch(new RegExp(String.raw`&proof=[\w.-]+${more}\s`));
  });
});

describe('a mail that the mail server accepts before the database connection is lost', () => {
  it('is recorded as sent, and is not sent again', async () => {
    const { id, email } = await aTrial(stack);
    const heal = await endConnectionAtMails(stack, id);
    await requestLink(id);
    await settled(id);
    await heal();
    expect(await attemptsTo(email)).toEqual([250]);
    expect(await sentMailsOf(stack, id)).toMatchObject([{ outcome: 'sent' }]);
  });
});

describe('a mail that the mail server refuses', () => {
  it('permanently is tried once and noted as bounced', async () => {
    const { id, email } = await aTrial(stack, { pastor: { email: anEmail('bounce') } });
    await requestLink(id);
    await eventually(async () => (await journalOf(stack, id)).notes.includes('mail bounced'));
    await settled(id);
    expect(await attemptsTo(email)).toEqual([550]);
    expect(await sentMailsOf(stack, id)).toMatchObject([{ outcome: 'bounced' }]);
  });

  it('temporarily is retried until it is sent once', async () => {
    stack.allowLogs(/"queue":"sendResumeLink".*"code":"EENVELOPE"/);
    const { id, email } = await aTrial(stack, { pastor: { email: anEmail('greylist') } });
    await requestLink(id);
    await eventually(async () => (await retryNow(stack), (await attemptsTo(email)).length === 3));
    await settled(id);
    expect(await attemptsTo(email)).toEqual([451, 451, 250]);
    expect((await journalOf(stack, id)).notes).toEqual(['mail sent']);
  });
});

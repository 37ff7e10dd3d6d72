import { describe, expect, it, jest } from '@jest/globals';
import { aVisitor, journalOf, storedTrial, type Visitor } from '../builders/index.ts';
import { passing, provedAfterEach } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(120_000);

const stack = ownStack({ apis: 1 });
provedAfterEach(stack);

const FINISH = 'Finish your Lampstand sign-up';
const HOUR = 60;
const reminders = ({ details: { email } }: Visitor, count: number) =>
  stack.sandbox.mails(email, { subject: FINISH, count });
const after = passing(stack);
/** The sweep has looked since the clock was moved: a sign-up of now is reminded before it would be again. */
async function looked(): Promise<void> {
  const probe = aVisitor(stack);
  await probe.signsUp();
  await after({ minutes: 31 });
  await reminders(probe, 1);
}
const stopLink = ({ text }: { text: string }) => /http\S+\/reminders\/stop\?token=[\w.-]+/.exec(text)?.[0];

describe('an unfinished sign-up', () => {
  it('is reminded after half an hour, a day and three days, each once, and then left alone', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    for (const [count, by] of [
      [1, { minutes: 31 }],
      [2, { minutes: 24 * HOUR }],
      [3, { days: 2 }],
    ] as const) {
      await after(by);
      const [mail] = await reminders(visitor, count);
      expect(mail!.text).toContain(`/trial?step=verification&trialId=${visitor.id}`);
      expect(stopLink(mail!)).toBeDefined();
    }
    await after({ days: 7 });
    await looked();
    expect(await reminders(visitor, 0)).toHaveLength(3);
    const { events } = await journalOf(stack, visitor.id);
    expect(events.filter((event: string) => event === 'visitor.wentQuiet')).toHaveLength(3);
  });

  it('is reminded no more once that is asked, by the page or by the mail program, also twice', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    await after({ minutes: 31 });
    const [mail] = await reminders(visitor, 1);
    const link = stopLink(mail!)!;
    expect((await fetch(link)).status).toBe(200);
    expect((await storedTrial(stack, visitor.id)).reminders_stopped_at).toBeNull();
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const ofWebMail = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' };
    for (const headers of [{}, ofWebMail])
      expect((await fetch(link, { method: 'POST', body, headers })).status).toBe(200);
    expect((await fetch(`${link}x`, { method: 'POST' })).status).toBe(410);
    await after({ days: 4 });
    await looked();
    expect(await reminders(visitor, 0)).toHaveLength(1);
    expect(
      (await journalOf(stack, visitor.id)).notes.filter((note: string) => note === 'reminders stopped'),
    ).toHaveLength(1);
    expect((await visitor.call('send-resume-link')).status).toBe(200);
    const [asked] = await reminders(visitor, 2);
    expect(asked!.text).toContain(`trialId=${visitor.id}`);
  });

  it('is reminded no more once the account is open, or a newer sign-up took its place', async () => {
    const done = await aVisitor(stack).becomesMember();
    const older = aVisitor(stack);
    await older.signsUp();
    await older.asksForCode();
    await older.typesCode();
    const newer = await aVisitor(stack, { phone: older.phone }).provesPhone();
    await newer.savesCard();
    await newer.opensAccount();
    await after({ days: 2 });
    await looked();
    expect(await reminders(done, 0)).toEqual([]);
    expect(await reminders(older, 0)).toEqual([]);
  });
});

describe('what is not needed any more', () => {
  it('goes: unproven sign-ups after 30 days, unfinished ones after 90, and accounts stay', async () => {
    const [unproven, unfinished, member] = [aVisitor(stack), aVisitor(stack), await aVisitor(stack).becomesMember()];
    await unproven.signsUp();
    await unfinished.provesPhone();
    await after({ days: 29 });
    await looked();
    expect((await unproven.stored()).email).not.toBe('');
    await after({ days: 2 });
    await eventually(async () => (await unproven.stored()).email === '', { within: 30_000 });
    expect(await unproven.stored()).toMatchObject({ first_name: '', state: 'cancelled', erased_at: expect.any(Date) });
    expect((await journalOf(stack, unproven.id)).notes).toContain('person erased');
    expect((await unfinished.stored()).email).not.toBe('');
    await after({ days: 60 });
    await eventually(async () => (await unfinished.stored()).email === '', { within: 30_000 });
    expect((await member.stored()).first_name).toBe('Mary');
    expect(await stack.query(`SELECT id FROM stripe_events WHERE received_at < now() - interval '1 day'`)).toEqual([]);
  });
});

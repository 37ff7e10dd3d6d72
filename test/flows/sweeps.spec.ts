/** Sweeps: reminders, retention, and that one failing row does not stop the others. @slow */
import { describe, expect, it } from 'vitest';
import {
  aVisitor,
  journalOf,
  storedTrial,
  type Visitor,
  aLockedTrial,
  changeTrial,
  dueInOrder,
  storedSubscription,
} from '../builders/index.ts';
import { advanceAndSettle, checkInvariantsAfterEach, expectNoViolations, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
checkInvariantsAfterEach(stack);

const FINISH = 'Finish your Lampstand sign-up';
const HOUR = 60;
const reminders = ({ details: { email } }: Visitor, count: number) =>
  stack.sandbox.mails(email, { subject: FINISH, count });
const after = advanceAndSettle(stack);
/** Waits until the sweep has run after the last change of the clock: a new sign-up is reminded then. */
async function sweepHasRun(): Promise<void> {
  const probe = aVisitor(stack);
  await probe.signsUp();
  await after({ minutes: 31 });
  await reminders(probe, 1);
}
const stopLink = ({ text }: { text: string }) => /http\S+\/reminders\/stop\?token=[\w.-]+/.exec(text)?.[0];

// The first, because a month that passes is one of all members.
describe('personal data that is no longer needed', () => {
  it('is erased after 30 days without a verified phone and after 90 days without an account; accounts stay', async () => {
    const [unproven, unfinished, member] = [aVisitor(stack), aVisitor(stack), await aVisitor(stack).becomesMember()];
    await unproven.signsUp();
    await unfinished.provesPhone();
    await after({ days: 29 });
    await sweepHasRun();
    expect((await unproven.stored()).email).not.toBe('');
    await after({ days: 2 });
    await eventually(async () => (await unproven.stored()).email === '', { within: 30_000 });
    expect(await unproven.stored()).toMatchObject({ first_name: '', state: 'cancelled', erased_at: expect.any(Date) });
    expect((await journalOf(stack, unproven.id)).notes).toContain('person erased');
    expect((await unfinished.stored()).email).not.toBe('');
    await after({ days: 60 });
    await eventually(async () => (await unfinished.stored()).email === '', { within: 30_000 });
    expect((await member.stored()).first_name).toBe('Mary');
  });
});

describe('an unfinished sign-up', () => {
  it('is reminded after half an hour, a day and three days, each time in other words, and never again', async () => {
    // Of a proven phone: limits count in real time, and an unproven address gets three mails a day.
    const visitor = await aVisitor(stack).provesPhone();
    const texts = new Set<string>();
    for (const [subject, wait] of [
      [FINISH, { minutes: 31 }],
      ['Lampstand: your 30 free days are still here', { minutes: 24 * HOUR }],
      ['Last reminder: your Lampstand sign-up', { days: 2 }],
    ] as const) {
      await after(wait);
      const [mail] = await stack.sandbox.mails(visitor.details.email, { subject });
      expect(mail!.text).toContain(`/trial?step=verification&trialId=${visitor.id}`);
      expect(stopLink(mail!) !== undefined).toBe(!subject.startsWith('Last'));
      texts.add(mail!.text);
    }
    expect(texts.size).toBe(3);
    await after({ days: 7 });
    await sweepHasRun();
    const mails = await stack.sandbox.mails(visitor.details.email, { count: 0 });
    expect(mails.map(({ messageId }) => messageId.split('@')[0]).toReversed()).toEqual([
      `<signup-saved.${visitor.id}`,
      ...[1, 2, 3].map((reminder) => `<reminder.${visitor.id}.${reminder}`),
    ]);
    const { events } = await journalOf(stack, visitor.id);
    expect(events.filter((event: string) => event === 'visitor.wentQuiet')).toHaveLength(3);
  });

  it(
    'gets one reminder after a stop of the server, the latest that is due, and the next a day later',
    { tags: 'thorough' },
    async () => {
      const [stoppedForHours, stoppedForDays] = [await aVisitor(stack).provesPhone(), aVisitor(stack)];
      const remindersOf = async ({ id, details: { email } }: Visitor) =>
        (await stack.sandbox.mails(email, { count: 0 }))
          .map(({ messageId }) => messageId.split('@')[0]!)
          .filter((key) => key.startsWith('<reminder'))
          .map((key) => Number(key.slice(`<reminder.${id}.`.length)))
          .toReversed();
      await after({ minutes: 23 * HOUR });
      await sweepHasRun();
      expect(await remindersOf(stoppedForHours)).toEqual([1]);
      await after({ minutes: HOUR });
      await sweepHasRun();
      expect(await remindersOf(stoppedForHours)).toEqual([1]);
      await after({ minutes: 23 * HOUR });
      await sweepHasRun();
      expect(await remindersOf(stoppedForHours)).toEqual([1, 2]);
      await stoppedForDays.provesPhone();
      await after({ days: 8 });
      await sweepHasRun();
      expect(await remindersOf(stoppedForDays)).toEqual([3]);
      expect(await remindersOf(stoppedForHours)).toEqual([1, 2, 3]);
    },
  );

  it('is not reminded after the visitor stops reminders, on the page or in the mail program, also twice', async () => {
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
    await sweepHasRun();
    expect(await reminders(visitor, 0)).toHaveLength(1);
    expect(
      (await journalOf(stack, visitor.id)).notes.filter((note: string) => note === 'reminders stopped'),
    ).toHaveLength(1);
    expect((await visitor.call('send-resume-link')).status).toBe(200);
    const [requested] = await reminders(visitor, 2);
    expect(requested!.text).toContain(`trialId=${visitor.id}`);
  });

  it('is left alone by a sweep that found it a moment before its erasure', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    const lock = await aLockedTrial(stack, visitor.id);
    await lock.erase();
    await stack.sandbox.advance({ minutes: 31 });
    await lock.hasWaiting(1);
    await lock.release();
    await sweepHasRun();
    expect((await stack.logs()).split('\n').filter((line) => line.includes('sweep row failed'))).toEqual([]);
    expect((await visitor.stored()).reminders).toBe(0);
    await changeTrial(stack, visitor.id, { columns: { erased_at: null } });
  });

  it('is not reminded once the account is open or a newer sign-up supersedes it', async () => {
    const done = await aVisitor(stack).becomesMember();
    const older = aVisitor(stack);
    await older.signsUp();
    await older.asksForCode();
    await older.typesCode();
    const newer = await aVisitor(stack, { phone: older.phone }).provesPhone();
    await newer.savesCard();
    await newer.opensAccount();
    await after({ days: 2 });
    await sweepHasRun();
    expect(await reminders(done, 0)).toEqual([]);
    expect(await reminders(older, 0)).toEqual([]);
  });
});

describe('a sweep with one failing row', () => {
  it('updates the other subscription and retries the failing one', async () => {
    const members = [];
    for (let count = 0; count < 2; count += 1) members.push(await aVisitor(stack).becomesMember());
    await settled(stack);
    const ids = members.map(({ id }) => id);
    const versionOf = async (id: number): Promise<number> => (await storedSubscription(stack, id))['sync_version'];
    const versions = () => Promise.all(ids.map(versionOf));
    const before = await versions();
    const { stripe_id: failing } = await storedSubscription(stack, ids[0]!);
    await stack.sandbox.fault({ match: `GET /v1/subscriptions/${failing}`, mode: '500', times: 0 });
    await dueInOrder(stack, ids);
    await eventually(async () => (await versions()).filter((version, index) => version > before[index]!).length === 1, {
      within: 20_000,
    });
    expect(await versionOf(ids[0]!)).toBe(before[0]);

    await stack.sandbox.heal();
    await stack.sandbox.advance({ minutes: 11 });
    await eventually(async () => (await versionOf(ids[0]!)) > before[0]!, { within: 20_000 });
    await expectNoViolations(stack);
  });
});

/** The owner of a mailbox that an account holds: told once a day, says that the account is not theirs, and signs up after the correction. @slow */
import { describe, expect, it } from 'vitest';
import type { QueueItem } from '@lampstand/contracts/back-office';
import {
  aMember,
  anAgent,
  anEmail,
  aVisitor,
  forgetCounts,
  formsOf,
  journalOf,
  type Member,
  mailsSettled,
  storedAccount,
  storedTrial,
} from '../builders/index.ts';
import { settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
const SUBJECT = /already has an account/;

/** The owner's sign-up, which is refused. */
async function refusedOwner({ email }: Pick<Member, 'email'>) {
  const owner = aVisitor(stack, { email, firstName: 'Zebulon' });
  expect(await owner.signsUp()).toMatchObject({ status: 409, body: { userExists: true } });
  return owner;
}
const mailsTo = ({ email }: Pick<Member, 'email'>, count = 1) =>
  stack.sandbox.mails(email, { count, subject: SUBJECT });
const linkIn = (text: string) => /\/plan\/not-mine\?token=[\w.-]+/.exec(text)![0];
const press = async (link: string) => (await formsOf(stack)(link, {})).heading;

/** A member whose mailbox another person has claimed. */
async function aClaim() {
  const member = await aMember(stack);
  await refusedOwner(member);
  const [mail] = await mailsTo(member);
  const link = linkIn(mail!.text);
  expect(await press(link)).toBe('Thank you for telling us');
  return { member, link };
}
type Agent = Awaited<ReturnType<typeof anAgent>>;
const itemOf = async (agent: Agent, { id }: Member) =>
  (await agent.get('/api/admin/queue/emailClaimed')).body.find((item: QueueItem) => item.id === id);

describe('the owner of a mailbox that an account holds', () => {
  it('gets one mail a day for all refused sign-ups, in which nothing of anyone stands', async () => {
    const member = await aMember(stack);
    await refusedOwner(member);
    await mailsTo(member);
    await refusedOwner({ email: member.email.toUpperCase() });
    const other = aVisitor(stack);
    await other.signsUp();
    expect((await other.call('update-email', { email: member.email })).status).toBe(409);
    await mailsSettled(stack, member.id);
    const [mail, ...more] = await mailsTo(member);
    expect(more).toEqual([]);
    expect(mail!.text).toContain(`${stack.url}/plan .`);
    const { first_name, last_name } = (await storedAccount(stack, member.id))!;
    for (const name of [first_name, last_name, 'Zebulon', member.phone])
      expect(mail!.subject + mail!.text + mail!.html).not.toContain(name);
    await forgetCounts(stack, 'takenMailsPerEmail');
    await refusedOwner(member);
    expect(await mailsTo(member, 2)).toHaveLength(2);
  });

  it('gets the mail when a sign-up changes its email to the address, and no mail when a sign-up has the phone of the account', async () => {
    const [member, stranger] = [await aMember(stack), aVisitor(stack)];
    expect((await aVisitor(stack, { phone: member.phone }).signsUp()).status).toBe(409);
    await settled(stack);
    expect(await mailsTo(member, 0)).toEqual([]);
    await stranger.signsUp();
    expect((await stranger.call('update-email', { email: member.email })).status).toBe(409);
    expect(await mailsTo(member)).toHaveLength(1);
  });

  it('gets the mail when another account opens with the address while their own sign-up waits for a card', async () => {
    const owner = await aVisitor(stack).provesPhone();
    const member = aVisitor(stack, { email: owner.details.email });
    await member.becomesMember();
    expect((await owner.call('trial-setup-intent')).status).toBe(409);
    expect(await mailsTo(owner.details)).toHaveLength(1);
  });

  it('claims it with one press, which staff see until the address is corrected; then the owner can sign up', async () => {
    const { member, link } = await aClaim();
    const agent = await anAgent(stack);
    const { last_seen_at } = await storedTrial(stack, member.id);
    expect(await press(link)).toBe('Thank you for telling us');
    expect((await storedTrial(stack, member.id))['last_seen_at']).toEqual(last_seen_at);
    expect((await journalOf(stack, member.id)).notes.filter((note) => note === 'email claimed')).toHaveLength(1);
    expect(await itemOf(agent, member)).toMatchObject({ emailProvenAt: null, since: expect.any(String) });
    expect((await agent.inspects(member.id)).body.emailClaim).toEqual({
      at: expect.any(String),
      provenAt: null,
    });

    const email = anEmail('right');
    await agent.runs(member.id, 'correct-email', { email });
    const [confirmation] = await stack.sandbox.mails(email);
    const confirm = /\/plan\/email\?token=[\w.-]+/.exec(confirmation!.text)![0];
    expect((await formsOf(stack)(confirm, {})).status).toBe(200);
    expect(await storedAccount(stack, member.id)).toMatchObject({ email, email_claimed_at: null });
    expect(await itemOf(agent, member)).toBeUndefined();
    await settled(stack);
    expect(
      await stack.sandbox.mails(member.email, { count: 0, subject: 'A new email address for your account' }),
    ).toEqual([]);
    expect(await press(link)).toBe('The account has another address now');
    expect((await aVisitor(stack, { email: member.email }).signsUp()).status).toBe(201);
  });

  it('claims it also where a mailed link has proven it, which staff see, and can then refuse a new address', async () => {
    const member = await aVisitor(stack).provesPhone();
    const { text } = (await stack.sandbox.mails(member.details.email))[0]!;
    await member.call('prove-browser', { proof: /[?&]proof=([\w.-]+)/.exec(text)![1] });
    await member.savesCard();
    await member.opensAccount();
    await refusedOwner(member.details);
    const [mail] = await mailsTo(member.details);
    await press(linkIn(mail!.text));
    const item = await itemOf(await anAgent(stack), { id: member.id } as Member);
    expect(Date.parse(item.emailProvenAt)).toBeLessThan(Date.parse(item.since));
    const agent = await anAgent(stack);
    await agent.runs(member.id, 'correct-email', { email: anEmail('another') });
    expect(
      await stack.sandbox.mails(member.details.email, { subject: 'A new email address for your account' }),
    ).toHaveLength(1);
  });

  it('stays out of the queue once staff have set it aside, and is erased with the person', async () => {
    const [{ member, link }, agent] = [await aClaim(), await anAgent(stack)];
    await agent.post(`admin/queue/emailClaimed/${member.id}/done`, {});
    await press(link);
    expect(await itemOf(agent, member)).toBeUndefined();
    await agent.erases(member.id);
    await eventually(async () => (await storedAccount(stack, member.id))!['email'].startsWith('erased-'));
    expect((await storedAccount(stack, member.id))!['email_claimed_at']).toBeNull();
    expect(await press(link)).toBe('The account has another address now');
  });

  it('changes nothing by opening the link, and its token is for one account and 30 days', async () => {
    const member = await aMember(stack);
    await refusedOwner(member);
    const [mail] = await mailsTo(member);
    const link = linkIn(mail!.text);
    expect(await (await fetch(stack.url + link)).text()).toContain('It is not my account');
    expect((await storedAccount(stack, member.id))!['email_claimed_at']).toBeNull();
    expect(await press(`${link}x`)).toBe('This link no longer works');
    await stack.sandbox.advance({ days: 30, minutes: 1 });
    expect(await press(link)).toBe('This link no longer works');
  });
});

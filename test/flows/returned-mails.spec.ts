/** Emails that come back after the mail server has accepted them, as the mail service reports them. */
import { beforeAll, expect, it } from 'vitest';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { anEmail, aVisitor, callsTo, journalOf, sentMailsOf, type Visitor } from '../builders/index.ts';
import { checkInvariantsAfterEach } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
let secret: string;
beforeAll(async () => {
  secret = JSON.parse(await readFile(path.join(stack.home, 'secrets.json'), 'utf8')).MAIL_WEBHOOK_SECRET;
});
checkInvariantsAfterEach(stack);

const basic = (password: string) => `Basic ${Buffer.from(`mail:${password}`).toString('base64')}`;
const reports = (body: unknown, authorization = basic(secret)) =>
  callsTo(stack).post('mail/webhook', body, { authorization });

/** A visitor who has the first email. */
async function aMailedVisitor(): Promise<Visitor> {
  const visitor = aVisitor(stack);
  await visitor.signsUp();
  await eventually(async () => (await sentMailsOf(stack, visitor.id))[0]?.['outcome'] === 'sent');
  return visitor;
}

const isTold = async ({ id }: Visitor) => (await journalOf(stack, id)).notes.filter((note) => note === 'mail bounced');

it.each<[string, (email: string) => unknown]>([
  ['Postmark', (Email) => ({ RecordType: 'Bounce', Type: 'HardBounce', TypeCode: 1, Email, MessageID: 'f2c' })],
  [
    'Mailgun',
    (recipient) => ({ signature: {}, 'event-data': { event: 'failed', severity: 'permanent', recipient, id: 'G9' } }),
  ],
  [
    'SendGrid',
    (email) => [
      { event: 'delivered', email: anEmail() },
      { event: 'bounce', type: 'bounce', email, reason: '550 5.1.1' },
    ],
  ],
])('A visitor whose email comes back later is told once, as %s reports it', async (_service, bodyOf) => {
  const visitor = await aMailedVisitor();
  const body = bodyOf(visitor.details.email.toUpperCase());
  for (const answer of [await reports(body), await reports(body)])
    expect(answer).toMatchObject({ status: 200, body: { received: true } });
  expect(await isTold(visitor)).toHaveLength(1);
  expect(await sentMailsOf(stack, visitor.id)).toMatchObject([{ outcome: 'bounced' }]);
  expect((await visitor.load()).body.trialSignup).toMatchObject({ mailReturned: true });
});

it('A mailbox that refuses for now, a complaint and a stranger’s address change nothing', async () => {
  const visitor = await aMailedVisitor();
  const { email } = visitor.details;
  for (const body of [
    { Type: 'SoftBounce', Email: email },
    { Type: 'SpamComplaint', Email: email },
    { 'event-data': { event: 'failed', severity: 'temporary', recipient: email } },
    [{ event: 'bounce', type: 'blocked', email }, 7, null],
    { Type: 'HardBounce', Email: anEmail('stranger') },
    {},
  ])
    expect((await reports(body)).status).toBe(200);
  expect(await isTold(visitor)).toEqual([]);
});

it('No one else can report', async () => {
  const visitor = await aMailedVisitor();
  const body = { Type: 'HardBounce', Email: visitor.details.email };
  for (const authorization of ['', basic(''), basic(`${secret}x`), `Basic ${secret}`])
    expect((await reports(body, authorization)).status).toBe(401);
  expect(await isTold(visitor)).toEqual([]);
});

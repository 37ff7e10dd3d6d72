/** `npm run invariants` finds what each invariant is about. @slow */
import { beforeAll, describe, expect, it } from 'vitest';
import { createTransport } from 'nodemailer';
import {
  aCompletedJob,
  aDeadLetter,
  anAgent,
  aMember,
  commandOn,
  deleteJobs,
  jobsOf,
  lifeOf,
  type Member,
  storedTrial,
  stripe,
  breakInvariants,
} from '../builders/index.ts';
import { DEAD_LETTERS } from '../../apps/api/src/platform/jobs/queues.ts';
import { settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

const stack = ownStack({ apis: 1 });
let member: Member;
beforeAll(async () => {
  member = await aMember(stack);
  await stack.sandbox.advance({ days: 24 });
  await stack.sandbox.mails(member.email, { subject: 'Your free trial ends in' });
  await stack.sandbox.advance({ days: 7 });
  await stack.sandbox.mails(member.email, { subject: 'Receipt for invoice' });
  await settled(stack);
});

const invariants = () => commandOn(stack, 'tools/operations.ts', {}, ['invariants']);
/** The lines of broken invariants, each with its rows. */
const broken = async () =>
  (await invariants()).said
    .split(/\n(?=\S)/)
    .filter((part) => part.startsWith('BROKEN'))
    .map((part) => part.replaceAll(/\s+/g, ' '));

/** Sends a mail that looks like one of ours. */
async function forgeMail(kind: string, fact: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: stack.smtpPort, ignoreTLS: true });
  const messageId = `<${kind}.${fact}@lampstand.example>`;
  await transport.sendMail({ from: 'hello@lampstand.example', to: member.email, subject: kind, text: kind, messageId });
  transport.close();
}

describe('npm run invariants', () => {
  it('prints a line for each, and all hold after a trial and its first payment', async () => {
    const { lines, complained, code } = await invariants();
    expect({ complained, code }).toEqual({ complained: '', code: 0 });
    expect(lines.map((line) => line.split(/ +/, 2).join(' '))).toEqual(
      ['I1', 'I2', 'I3', 'I4', 'I6', 'I7', 'I8', 'I11', 'I12', 'I13', 'I18', 'I19'].map((name) => `ok ${name}`),
    );
  });

  it('all hold after the erasure of a member, who gets no more mails', async () => {
    const leaver = await aMember(stack);
    await stack.sandbox.mails(leaver.email, { subject: /^Welcome to/ });
    const agent = await anAgent(stack);
    expect((await agent.erases(leaver.id)).status).toBe(200);
    await eventually(async () => (await storedTrial(stack, leaver.id)).email === '', { within: 40_000 });
    await settled(stack);
    expect(await stack.sandbox.mails(leaver.email, { count: 0, subject: /ended/ })).toEqual([]);
    expect(await broken()).toEqual([]);
  });

  it('prints the broken ones with their rows and exits with 1', async () => {
    await stack.apis[0]!.kill(); // Its sweeps would repair what is broken here.
    const { trial_ends_at: ends, stripe_id: subscription } = await lifeOf(stack, member.id);
    await stripe(stack, 'customers', { email: 'lost@church.example', 'metadata[trial_id]': '777' });
    await breakInvariants.payments(stack, member.id, new Date(ends.getTime() - 1000));
    const [notice] = await jobsOf(stack, { queue: 'sendTrialNotice' });
    await aCompletedJob(stack, 'sendTrialNotice', notice!.data.subjectId);
    await breakInvariants.notices(stack);
    await forgeMail('receipt', 'in_nobodys');
    await forgeMail('subscription-ended', `${member.id}.${subscription}`);
    await forgeMail('birthday', '1');
    await breakInvariants.mailKey(stack, `welcome:${member.id}`, 'late:1');
    for (const queue of ['sendReceipt', 'sendWelcomeMail']) await deleteJobs(stack, queue);
    await aDeadLetter(stack, 'announceAccount', 777);
    await deleteJobs(stack, DEAD_LETTERS);
    await breakInvariants.receipts(stack);
    expect((await invariants()).code).toBe(1);
    expect(await broken()).toEqual([
      expect.stringMatching(/^BROKEN I1 .*cus_\w+ is kept for trial 777, whose row is gone/),
      expect.stringMatching(/^BROKEN I4 .*a payment was taken before the trial ended: in_\w+$/),
      expect.stringMatching(
        /^BROKEN I8 .*(?=.*a notice of the end of a trial went out after we knew)(?=.*in_nobodys: there is no such invoice)(?=.*it has not ended)(?=.*no listed kind: birthday\.1)(?=.*no listed kind: late:1)/,
      ),
      expect.stringMatching(/^BROKEN I12 .*invoice in_\w+ is not paid there, or not as much$/),
      expect.stringMatching(
        /^BROKEN I13 .*failed for good and is not among the dead letters: [\w-]+ .*lost: sendWelcomeMail of \d+, .*neither a receipt nor a job for it: in_\w+$/,
      ),
    ]);
  });

  it('prints an error if nothing runs, or no sandbox', async () => {
    const cases: [Record<string, string>, RegExp][] = [
      [{ SANDBOX_PORT: '1' }, /^The check failed: .+\. Does npm start run\?$/],
      [{ STRIPE_SECRET_KEY: 'sk_live_x' }, /^It compares the database with the records of the sandbox/],
    ];
    for (const [changed, sentence] of cases) {
      const { complained, code } = await commandOn(stack, 'tools/operations.ts', changed, ['invariants']);
      expect({ complained, code }).toEqual({ complained: expect.stringMatching(sentence), code: 1 });
    }
  });
});

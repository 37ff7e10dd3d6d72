/**
 * Every link of every mail says the truth at whatever stage it is opened: one life from the first mail to the thirteenth
 * receipt, four that cancel on day 3, 29, 31 and 200, and one whose card fails. The truth is the provider's record. The
 * whole table is written to test-results/links-by-stage.md.
 * @thorough
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { SubscriptionSummary } from '@lampstand/contracts';
import { standingOf } from '../../apps/web/app/lib/standing.ts';
import { anAgent, aVisitor, callsTo, lifeOf, stripe, type Visitor } from '../builders/index.ts';
import { advanceAndSettle, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const stack = inProcessStack();
const post = (call: string, body: object) => callsTo(stack).post(call, body);
const settle = advanceAndSettle(stack);

const RECEIPT = /^Receipt for invoice/;
const ASK = 'a form that mails a new link';
const HEAD = '| life | stage | mail | link | answer | what the page says |\n| --- | --- | --- | --- | --- | --- |\n';
const table: string[][] = [];

interface Truth {
  status: SubscriptionSummary['status'];
  cancelAt: string | null;
}

const STATUS: Record<string, Truth['status']> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'pastDue',
  unpaid: 'unpaid',
  canceled: 'canceled',
};
const instant = (seconds: number) => new Date(seconds * 1000).toISOString();
const day = (at: string) => at.slice(0, 10);

class Life {
  today = 0;
  constructor(
    readonly name: string,
    readonly visitor: Visitor,
    readonly card: string,
    readonly cancelOn?: number,
  ) {}

  get email() {
    return this.visitor.details.email;
  }

  async truth(): Promise<Truth> {
    const { stripe_id: id } = await lifeOf(stack, this.visitor.id);
    const { status, cancel_at } = await stripe(stack, `subscriptions/${id}`);
    return { status: STATUS[status]!, cancelAt: cancel_at && status !== 'canceled' ? instant(cancel_at) : null };
  }

  /** The links of all mails so far, each once, with the newest mail first. */
  async links(): Promise<{ mail: string; link: URL }[]> {
    const mails = await stack.sandbox.mails(this.email, { count: 0 });
    const all = mails.flatMap(({ subject, html }) =>
      [...html.matchAll(/<a[^>]* href="([^"]+)"/g)].map(([, link]) => ({
        mail: subject,
        link: new URL(link!.replaceAll('&amp;', '&')),
      })),
    );
    return all.filter(({ link }, at) => all.findIndex((each) => each.link.href === link.href) === at);
  }

  /** Opens every link of every mail, compares each answer with the provider's record, and writes a row for each. */
  async opensEveryLink(stage: string): Promise<void> {
    const truth = await this.truth();
    for (const { mail, link } of await this.links()) {
      const row = await this.open(link, truth);
      if (row) table.push([this.name, stage, mail, ...row]);
    }
  }

  private async open(link: URL, truth: Truth): Promise<string[] | undefined> {
    if (link.pathname === '/plan') return this.opensPlan(link, truth);
    if (link.pathname === '/trial') return this.opensSignUp(truth);
    if (link.pathname === '/api/go/dashboard' || link.protocol === 'mailto:') return undefined;
    // The invoice at the provider, the way to stop reminders: the address answers.
    expect([link.href, (await fetch(link, { method: 'GET' })).status]).toEqual([link.href, 200]);
    return [link.pathname, '200', 'the page itself'];
  }

  private async opensPlan(link: URL, { status, cancelAt }: Truth): Promise<string[]> {
    const token = link.searchParams.get('token')!;
    const expiry = Number(Buffer.from(token.split('.')[0]!, 'base64url').toString().split('.')[0]) * 1000;
    const { now } = (await stack.sandbox.call('clock')) as { now: string };
    const answer = await post('plan', { token });
    if (expiry > Date.parse(now) + 60_000) expect([link.href, answer.status]).toEqual([link.href, 200]);
    if (expiry < Date.parse(now)) expect([link.href, answer.status]).toEqual([link.href, 410]);
    if (answer.status === 410) {
      expect(answer.body).toMatchObject({ linkOver: true });
      return ['/plan', '410', ASK];
    }
    expect(answer.body).toMatchObject({ status, ...(status !== 'canceled' && { cancelAt }) });
    expect(answer.body.endedAt === null).toBe(status !== 'canceled');
    return ['/plan', `200 ${status}`, standingOf(answer.body, day).sentence];
  }

  private async opensSignUp({ status, cancelAt }: Truth): Promise<string[]> {
    const { status: code, body } = await this.visitor.elsewhere().load();
    expect([code, body.trialSignup.step]).toEqual([200, 'success']);
    const { subscription } = body.trialSignup;
    expect(subscription).toMatchObject({ status, ...(status !== 'canceled' && { cancelAt }) });
    expect(Object.keys(body.trialSignup).toSorted()).not.toContain('email');
    return ['/trial', `200 ${status}`, standingOf(subscription, day).sentence];
  }

  async cancels(): Promise<void> {
    const [newest] = (await this.links()).filter(({ link }) => link.pathname === '/plan');
    const { status, body } = await post('plan/cancel', { token: newest!.link.searchParams.get('token') });
    expect([status, typeof body.cancelAt]).toEqual([200, 'string']);
    const [mail] = await stack.sandbox.mails(this.email, { subject: /^Your plan is canceled and ends on/ });
    expect(mail!.text).toContain('Keep my plan');
  }
}

async function opened(life: Life): Promise<Life> {
  await life.visitor.provesPhone();
  await life.visitor.call('update-payment-verified', { setupIntentId: await life.visitor.typesCard(life.card) });
  expect((await life.visitor.opensAccount()).body).toEqual({ success: true });
  await stack.sandbox.mails(life.email, { subject: /^Welcome/ });
  return life;
}

const GOOD = '4242424242424242';
const FAILS_LATER = '4000000000000341';

describe('the links of a life', () => {
  afterAll(async () => {
    await mkdir('test-results', { recursive: true });
    const rows = table.map((row) => `| ${row.join(' | ')} |`);
    await writeFile('test-results/links-by-stage.md', `${HEAD}${rows.join('\n')}\n`);
  });

  it('lead to the step that was left, before there is an account', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    const [saved] = await stack.sandbox.mails(visitor.details.email, { subject: 'Your sign-up is saved' });
    const link = `${stack.url}/trial?step=verification&trialId=${visitor.id}`;
    expect(saved!.text).toContain(link);
    expect(saved!.text + saved!.html).not.toContain(visitor.details.firstName);
    const stepIs = async (step: string) => {
      expect((await visitor.load()).body.trialSignup.step).toBe(step);
      table.push(['first mail', step, saved!.subject, '/trial', `200 ${step}`, 'the step that was left']);
    };
    await stepIs('phone-verification');
    await visitor.asksForCode();
    await visitor.typesCode();
    await stepIs('billing-information');
  });

  it('say the truth at every stage, from the welcome to the thirteenth receipt', async () => {
    const lives = [
      new Life('stays', aVisitor(stack), GOOD),
      ...[3, 29, 31, 200].map((on) => new Life(`cancels on day ${on}`, aVisitor(stack), GOOD, on)),
      new Life('the card fails', aVisitor(stack), FAILS_LATER),
    ];
    for (const life of lives) await opened(life);
    let today = 0;
    const until = async (next: number) => {
      await settle({ days: next - today });
      today = next;
    };
    const observe = async (stage: string) => {
      await settled(stack);
      for (const life of lives) await life.opensEveryLink(`day ${today}, ${stage}`);
    };
    const cancelling = async () => {
      for (const life of lives) if (life.cancelOn === today) await life.cancels();
    };
    const receipts = async (count: number) => {
      await stack.sandbox.mails(lives[0]!.email, { subject: RECEIPT, count, within: 30_000 });
    };

    await observe('opened');
    await until(3);
    await cancelling();
    await observe('trial');
    await until(23);
    await stack.sandbox.mails(lives[0]!.email, { subject: 'Your free trial ends in 7 days' });
    await until(29);
    await stack.sandbox.mails(lives[0]!.email, { subject: 'Your free trial ends in 1 day' });
    await cancelling();
    await observe('the last day');
    await until(30);
    await settle({ minutes: 90 });
    await receipts(1);
    await eventually(async () => (await lifeOf(stack, lives[1]!.visitor.id)).account === 'closed', { within: 20_000 });
    await observe('after the trial');
    await until(31);
    await cancelling();
    await observe('a paid day');
    for (let month = 1; month <= 12; month += 1) {
      for (const stop of month === 6 ? [200, 30 + month * 31] : [30 + month * 31]) {
        if (stop <= today) continue;
        await until(stop);
        await cancelling();
        if ([200, 216, 402].includes(stop) || month < 3) await observe('later');
      }
      await receipts(month + 1);
    }
    await receipts(13);
    await observe('the thirteenth receipt');
    const subjects = async ({ email }: Life) =>
      (await stack.sandbox.mails(email, { count: 0 })).map((each) => each.subject);
    expect((await subjects(lives[0]!)).filter((subject) => RECEIPT.test(subject))).toHaveLength(13);
    for (const life of lives.slice(1, 5))
      expect(
        (await subjects(life)).filter((subject) => /^Your (plan is canceled|subscription has ended)/.test(subject)),
      ).toHaveLength(2);
    const ends = await Promise.all(lives.map(async (life) => (await life.truth()).status));
    expect(ends).toEqual(['active', 'canceled', 'canceled', 'canceled', 'canceled', 'canceled']);
  });

  it('open nothing of an erased person', async () => {
    const life = await opened(new Life('erased', aVisitor(stack), GOOD));
    const links = await life.links();
    const agent = await anAgent(stack, 'administrator');
    expect((await agent.erases(life.visitor.id)).status).toBe(200);
    await settled(stack);
    for (const { mail, link } of links) {
      if (link.pathname === '/plan')
        expect((await post('plan', { token: link.searchParams.get('token') })).status).toBe(410);
      if (link.pathname === '/trial') expect((await life.visitor.load()).status).toBe(404);
      if (/^\/(plan|trial)$/.test(link.pathname))
        table.push([
          'erased',
          'day 0',
          mail,
          ...(link.pathname === '/plan' ? ['/plan', '410', ASK] : ['/trial', '404', 'we could not find it']),
        ]);
    }
  });
});

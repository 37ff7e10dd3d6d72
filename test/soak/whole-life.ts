/** A whole life of a subscription: notices, the first payment, another plan, another card, and the end. */
import { aVisitor, callsTo, lifeOf, type Member, typeCard } from '../builders/index.ts';
import { settled } from '../invariants/index.ts';
import type { FaultyStack } from './fault-plan.ts';
import { comesToRest, patiently, type Trouble } from './patience.ts';
import type { Script } from './sweep.ts';
import { signsUpPatiently, within } from './whole-sign-up.ts';

const CARD_OF_LATER = '5555555555554444';
const LINK = 'Your link to your plan';
const [WEEK, DAY, INVOICE, RECEIPT, ENDED] = [
  /ends in 7 days/,
  /ends in 1 day/,
  /^Your invoice /,
  /^Receipt for invoice /,
  /has ended/,
];
const DUE = [WEEK, DAY, INVOICE, RECEIPT, ENDED];

/** Of a life there are its mails, its payment, and a closed account that is charged no more. */
export const LIFE: Script<Member> = {
  begins: async (stack) => {
    const visitor = aVisitor(stack);
    await signsUpPatiently(stack, async () => {}, visitor);
    await settled(stack);
    return { id: visitor.id, email: visitor.details.email, phone: visitor.phone };
  },
  lives: livesPatiently,
  wrong: async (stack, { id, email }) => {
    const { state, account, payments, plan, card } = await lifeOf(stack, id);
    const subjects = (await stack.sandbox.mails(email, { count: 0 })).map(({ subject }) => subject);
    return [
      ...(state === 'canceled' && account === 'closed' ? [] : [`the life has not ended: ${state}, ${account}`]),
      ...(payments.some((each: any) => each.paid_in_cents === 1999) ? [] : ['the first month was not paid']),
      ...(plan === 'tier_50_99' && card?.last4 === '4444' ? [] : [`plan or card is an older one: ${plan}`]),
      ...DUE.filter((due) => !subjects.some((subject) => due.test(subject))).map((due) => `no mail ${due.source}`),
    ];
  },
};

async function livesPatiently(stack: FaultyStack, member: Member, trouble: Trouble): Promise<void> {
  const { post } = callsTo(stack);
  const step = (name: string, attempt: () => Promise<unknown>) => patiently(name, attempt, trouble);
  /** Days go by until a mail is due, which a sweep has to find first. */
  const pass = async (days: number, due: RegExp) => {
    await stack.sandbox.advance({ days });
    await step(`${days} days`, async () => {
      await stack.sandbox.mails(member.email, { subject: due, within: 3_000 });
      await comesToRest(stack);
    });
  };
  const asks = async (what: string, body: object) => {
    const answer = await post(`plan${what}`, body);
    if (answer.status >= 300) throw new Error(`${what}: ${answer.status} ${answer.text}`);
    return answer.body;
  };

  await pass(23, WEEK);
  await pass(6, DAY);
  await pass(2, RECEIPT);
  /** Of the newest mail: a link that was asked for again ends the one before, which may come late. */
  const token = async () => {
    const [mail] = await stack.sandbox.mails(member.email, { subject: LINK, within: 2_000 });
    return /\/plan\?token=([\w.-]+)/.exec(mail!.text)![1]!;
  };
  await step('link', async () => {
    await asks('/link', { email: member.email });
    await token();
  });
  await step('plan', async () => asks('/change', { token: await token(), selectedPlan: 'tier_50_99' }));
  await step('card', async () => {
    const { url } = await asks('/card', { token: await token() });
    const page = await (await fetch(url)).text();
    const typed = await within(3_000, typeCard(stack, /data-client-secret="([^"]+)"/.exec(page)![1]!, CARD_OF_LATER));
    if (typed.error) throw new Error(typed.error.message);
  });
  await step('card at rest', () => comesToRest(stack));
  await step('cancel', async () => asks('/cancel', { token: await token() }));
  await pass(31, ENDED);
  // What failed in a sweep is looked at again some minutes later.
  for (let turn = 0; turn < 2; turn += 1) {
    await stack.sandbox.advance({ minutes: 15 });
    await comesToRest(stack).catch(() => {});
  }
}

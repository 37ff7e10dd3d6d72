/** The two scripts of the sweeps: a whole sign-up, and the life of a subscription after it. Steps are repeated as people do. */
import {
  aKey,
  type Answer,
  aVisitor,
  callsTo,
  lifeOf,
  type Member,
  stripe,
  typeCard,
  type Visitor,
} from '../builders/index.ts';
import { comesToRest, type FaultyStack, type OnFailure, patiently } from './faults.ts';
import { providerRecordsOf, settled } from '../invariants/index.ts';
import type { Stack } from '../support/index.ts';
import type { Script } from './sweep.ts';

/** A sign-up ends with one customer, one subscription, an open account and a welcome. */
export const SIGN_UP: Script<{ email: string; visitor: Visitor }> = {
  begins: async (stack) => {
    const visitor = aVisitor(stack);
    return { email: visitor.details.email, visitor };
  },
  lives: (stack, { visitor }, onFailure) => signsUpPatiently(stack, onFailure, visitor),
  wrong: async (stack, { visitor }) => {
    const { state } = await visitor.stored();
    const { customers, subscriptions, mails } = await providerRecordsOf(stack, visitor);
    const welcomes = mails.filter(({ subject }) => subject.startsWith('Welcome'));
    return [
      ...(state === 'success' ? [] : [`the account is not open: ${state}`]),
      ...(customers.length === 1 && subscriptions.length === 1 ? [] : ['not one customer with one subscription']),
      ...(welcomes.length > 0 ? [] : ['no welcome mail']),
    ];
  },
};

/** From the first form to the open account. */
async function signsUpPatiently(stack: FaultyStack, onFailure: OnFailure, visitor: Visitor): Promise<void> {
  const key = { 'idempotency-key': aKey() };
  const step = (name: string, attempt: () => Promise<unknown>) => patiently(name, attempt, onFailure);
  await step('details', async () => ok(await visitor.signsUp(key), 201));
  await step('phone', () => provesPhone(stack, visitor));
  await step('card', () => entersCard(stack, visitor));
  await step('account', () => opens(visitor));
}

/** Requests a code and types it; if it is not accepted, waits until another may be sent, and types that. */
async function provesPhone(stack: Stack, visitor: Visitor): Promise<void> {
  const asked = await visitor.asksForCode();
  if (isProven(asked)) return;
  ok(asked);
  const [message] = await stack.sandbox.sms(visitor.phone);
  if (message) {
    const answer = await visitor.typesCode(message.code);
    if (answer.status === 200) return;
    if (answer.body?.reason !== 'expired') ok(answer);
  }
  await stack.sandbox.advance({ minutes: 1 });
  const again = await visitor.call('resend-verification');
  if (isProven(again)) return;
  ok(again);
  ok(await visitor.typesCode());
}

/** The code was accepted and the answer lost. */
const isProven = ({ status, body }: Answer) => status === 409 && body?.step === 'billing-information';

async function entersCard(stack: Stack, visitor: Visitor): Promise<void> {
  const { body } = ok(await visitor.call('trial-setup-intent'));
  if (body.paymentVerified) return;
  const typed = await within(3_000, typeCard(stack, body.clientSecret));
  const [setupIntentId] = body.clientSecret.split('_secret_');
  // The form may have stored the card and lost the answer.
  const { status } = typed.error ? await within(3_000, stripe(stack, `setup_intents/${setupIntentId}`)) : typed;
  if (status !== 'succeeded') throw new Error(`The card form said: ${JSON.stringify(typed.error ?? typed)}`);
  ok(await visitor.call('update-payment-verified', { setupIntentId }));
}

async function opens(visitor: Visitor): Promise<void> {
  const { status, body, text } = await within(1_500, visitor.opensAccount());
  if (!body?.success) throw new Error(`${status} ${text}`);
}

function ok<A extends { status: number; text: string }>(answer: A, expected = 200): A {
  if (answer.status !== expected) throw new Error(`${answer.status} ${answer.text}`);
  return answer;
}

/** Rejects if the answer takes longer. */
async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error(`No answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => {});
  }
}

const CARD_OF_LATER = '5555555555554444';
const LINK = 'Your link to your plan';
const [WEEK, DAY, RECEIPT, ENDED] = [/ends in 7 days/, /ends in 1 day/, /^Receipt for invoice /, /has ended/];
const DUE = [WEEK, DAY, RECEIPT, ENDED];

/** A subscription ends with all its mails, one payment, the new plan and card, and a closed account. */
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

async function livesPatiently(stack: FaultyStack, member: Member, onFailure: OnFailure): Promise<void> {
  const { post } = callsTo(stack);
  const step = (name: string, attempt: () => Promise<unknown>) => patiently(name, attempt, onFailure);
  /** Moves the clock until a mail is due, and waits for it. */
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
  /** The token of the newest mail: requesting a link again ends the older ones. */
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
  // A sweep retries a failed row after some minutes.
  for (let turn = 0; turn < 2; turn += 1) {
    await stack.sandbox.advance({ minutes: 15 });
    await comesToRest(stack).catch(() => {});
  }
}

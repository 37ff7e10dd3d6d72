/** A whole sign-up by somebody who tries again as people do, whatever is answered. */
import { aKey, type Answer, aVisitor, stripe, typeCard, type Visitor } from '../builders/index.ts';
import type { FaultyStack } from './fault-plan.ts';
import { atTheProviders } from '../invariants/index.ts';
import { patiently, type Trouble } from './patience.ts';
import type { Script } from './sweep.ts';

/** A sign-up ends with one customer, one subscription, an open account and a welcome. */
export const SIGN_UP: Script<{ email: string; visitor: Visitor }> = {
  begins: async (stack) => {
    const visitor = aVisitor(stack);
    return { email: visitor.details.email, visitor };
  },
  lives: (stack, { visitor }, trouble) => signsUpPatiently(stack, trouble, visitor),
  wrong: async (stack, { visitor }) => {
    const { state } = await visitor.stored();
    const { customers, subscriptions, mails } = await atTheProviders(stack, visitor);
    const welcomes = mails.filter(({ subject }) => subject.startsWith('Welcome'));
    return [
      ...(state === 'success' ? [] : [`the account is not open: ${state}`]),
      ...(customers.length === 1 && subscriptions.length === 1 ? [] : ['not one customer with one subscription']),
      ...(welcomes.length > 0 ? [] : ['no welcome mail']),
    ];
  },
};

/** From the first form to the open account. `trouble` is told of every try that failed. */
export async function signsUpPatiently(stack: FaultyStack, trouble: Trouble, visitor: Visitor): Promise<void> {
  const key = { 'idempotency-key': aKey() };
  const step = (name: string, attempt: () => Promise<unknown>) => patiently(name, attempt, trouble);
  await step('details', async () => ok(await visitor.signsUp(key), 201));
  await step('phone', () => provesPhone(stack, visitor));
  await step('card', () => entersCard(stack, visitor));
  await step('account', () => opens(visitor));
}

/** Asks for a code, types it; when that code is worth nothing, waits for the button to send another and presses it. */
async function provesPhone(stack: FaultyStack, visitor: Visitor): Promise<void> {
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

/** The code was taken, and nobody heard of it. */
const isProven = ({ status, body }: Answer) => status === 409 && body?.step === 'billing-information';

async function entersCard(stack: FaultyStack, visitor: Visitor): Promise<void> {
  const { body } = ok(await visitor.call('trial-setup-intent'));
  if (body.paymentVerified) return;
  const typed = await within(3_000, typeCard(stack, body.clientSecret));
  const [setupIntentId] = body.clientSecret.split('_secret_');
  // A form that took the card and lost the answer says so when it is asked.
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

/** Nobody looks at a page that does nothing for long. */
export async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
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

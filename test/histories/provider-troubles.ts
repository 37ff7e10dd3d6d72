/** What goes wrong at the providers, with their webhooks and with the time. */
import fc from 'fast-check';
import { drawn } from './drawn.ts';
import type { World } from './world.ts';

const CALLS = [
  'POST /v2/Services/*/Verifications',
  'POST /v2/Services/*/VerificationCheck',
  'POST /v1/customers',
  'GET /v1/customers',
  'POST /v1/setup_intents',
  'GET /v1/setup_intents',
  'POST /v1/subscriptions',
  'POST /v1/subscriptions/*',
  'GET /v1/subscriptions',
  'POST /v1/checkout/sessions',
  'GET /v1/checkout/sessions',
  'POST /v1/payment_methods',
  'DELETE /v1/customers',
  '* /v1',
  'SMTP',
];
const MODES = ['refuse', 'execute-then-drop', 'hang', '500', '503', '429', 'garbage', 'hold-before', 'hold-after'];

const failing = drawn(
  'a provider failing',
  fc.record({
    match: fc.constantFrom(...CALLS),
    mode: fc.constantFrom(...MODES),
    nth: fc.integer({ min: 1, max: 3 }),
    times: fc.integer({ min: 0, max: 3 }),
    lasting: fc.boolean(),
  }),
  ({ lasting, ...fault }) => ({
    what: `${fault.match} fails: ${fault.mode}, from call ${fault.nth}, ${fault.times || 'all'} times${lasting ? ', on and on' : ''}`,
    strikes: ({ stack }) => stack.sandbox.fault(fault),
    ...(!lasting && { ends: ({ stack }: World) => stack.sandbox.heal() }),
  }),
);

const healed = drawn('providers healed', fc.constant({}), () => ({
  what: 'the providers are well again',
  strikes: ({ stack }) => stack.sandbox.heal(),
}));

const webhooks = drawn('webhooks held, lost or as usual', fc.constantFrom('hold', 'drop', 'normal'), (mode) => ({
  what: `webhooks from now on: ${mode}`,
  strikes: ({ stack }) => stack.sandbox.webhooks.set(mode),
}));

const delivered = drawn(
  'webhooks late, shuffled, reversed or twice',
  fc.constantFrom('deliver', 'shuffle', 'reverse', 'duplicate'),
  (how) => ({
    what: `webhooks that were held come: ${how}`,
    strikes: ({ stack }) => stack.sandbox.webhooks[how as 'deliver'](),
  }),
);

const later = drawn(
  'a jump of the clock',
  fc.constantFrom({ minutes: 3 }, { minutes: 65 }, { days: 1 }, { days: 8 }, { days: 23 }),
  (by) => ({
    what: `${Object.entries(by).flat().reverse().join(' ')} go by`,
    strikes: async (world) => {
      world.days += 'days' in by ? by.days! : 0;
      await world.stack.sandbox.advance(by).catch(() => {});
    },
  }),
);

export const PROVIDER_TROUBLES = [
  failing,
  failing,
  failing,
  healed,
  webhooks,
  webhooks,
  delivered,
  delivered,
  later,
  later,
];

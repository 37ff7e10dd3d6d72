import { test as journey } from '../support/journey.ts';
import { Outages } from './outages.ts';
import { Pastor } from './pastor.ts';

export { DESK, expect, PHONE } from '../support/journey.ts';
export { CARDS, nextYears, SECURITY_CODE, typeCard } from './billing-screen.ts';
export { refused, unanswered } from './outages.ts';
export { Pastor } from './pastor.ts';
export { typedFrom } from './registration-screen.ts';

interface Drivers {
  pastor: Pastor;
  outages: Outages;
  /** Moves the server's clock; afterwards it stands at whole days again, which browsers allow for. */
  minutesPass: (minutes: number) => Promise<void>;
}

const DAY = 24 * 60;

export const test = journey.extend<Drivers & { healed: void }>({
  pastor: ({ page, stack }, use) => use(new Pastor(page, stack)),
  outages: ({ page }, use) => use(new Outages(page)),

  minutesPass: async ({ stack }, use) => {
    let passed = 0;
    await use((minutes) => {
      passed += minutes;
      return stack.sandbox.advance({ minutes });
    });
    if (passed % DAY) await stack.sandbox.advance({ minutes: DAY - (passed % DAY) });
  },

  healed: [
    async ({ stack }, use) => {
      await use();
      await stack.sandbox.heal();
    },
    { auto: true },
  ],
});

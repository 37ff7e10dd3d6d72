import { test as journey } from '../support/journey.ts';
import { Outages } from './outages.ts';
import { Pastor } from './pastor.ts';

export { DESK, expect, PHONE } from '../support/journey.ts';
export { AMBASSADOR, Applicant, type Application, TRIAL_REQUEST } from './applicant.ts';
export { hasNoBarriers, isWellMade } from './axe.ts';
export { CARDS, nextYears, SECURITY_CODE, typeCard } from './billing-screen.ts';
export { ChartWatch } from './chart-watch.ts';
export { focusWalk } from './focus-walk.ts';
export { HoverCard } from './hover-card.ts';
export { Keyboard } from './keyboard.ts';
export { linkIn, LinkPage, NewsletterBox } from './newsletter.ts';
export { Outages, refused, unanswered } from './outages.ts';
export { Pastor } from './pastor.ts';
export { typedFrom } from './registration-screen.ts';
export { SearchScreen } from './search-screen.ts';
export { SiteFrame } from './site-frame.ts';
export { posts, Traffic } from './traffic.ts';
export { Typeset } from './typeset.ts';
export { scriptBytes, wider } from './weight.ts';
export { withoutScripts } from './without-scripts.ts';

interface Drivers {
  pastor: Pastor;
  outages: Outages;
  /** Moves the server's clock. */
  minutesPass: (minutes: number) => Promise<void>;
}

export const test = journey.extend<Drivers & { healed: void }>({
  pastor: ({ page, stack }, use) => use(new Pastor(page, stack)),
  outages: ({ page }, use) => use(new Outages(page)),

  minutesPass: ({ stack }, use) => use((minutes) => stack.sandbox.advance({ minutes })),

  healed: [
    async ({ stack }, use) => {
      await use();
      await stack.sandbox.heal();
      await stack.sandbox.webhooks.set('normal');
    },
    { auto: true },
  ],
});

import { test as journey } from '../support/journey.ts';
import { DatabaseScreen } from './database-screen.ts';
import { InspectorScreen } from './inspector-screen.ts';
import { Outages } from './outages.ts';
import { Pastor } from './pastor.ts';
import { SignupsScreen } from './signups-screen.ts';
import { ReviewScreen } from './review-screen.ts';
import { SlowFile } from './slow-file.ts';
import { StaffDesk } from './staff-desk.ts';

export { DESK, expect, PHONE, SCREENS } from '../support/journey.ts';
export { AccountScreen } from './account-screen.ts';
export { AMBASSADOR, Applicant, type Application, TRIAL_REQUEST } from './applicant.ts';
export { hasNoBarriers, isFine, isWellMade } from './axe.ts';
export { CARDS, nextYears, SECURITY_CODE, typeCard } from './billing-screen.ts';
export { ChartWatch } from './chart-watch.ts';
export { DatabaseScreen } from './database-screen.ts';
export { focusWalk } from './focus-walk.ts';
export { HoverCard } from './hover-card.ts';
export { Keyboard } from './keyboard.ts';
export { linkIn, LinkPage, NewsletterBox } from './newsletter.ts';
export { Outages, refused, unanswered } from './outages.ts';
export { Pastor } from './pastor.ts';
export { linksOf, PlanScreen, planLink } from './plan-screen.ts';
export { typedFrom } from './registration-screen.ts';
export { SearchScreen } from './search-screen.ts';
export { SignupsScreen } from './signups-screen.ts';
export { SiteFrame } from './site-frame.ts';
export { SlowFile } from './slow-file.ts';
export { StaffDesk } from './staff-desk.ts';
export { posts, Traffic } from './traffic.ts';
export { Typeset } from './typeset.ts';
export { scriptBytes, wider } from './weight.ts';
export { withoutScripts } from './without-scripts.ts';

interface Drivers {
  pastor: Pastor;
  /** A member of staff at the same page. */
  desk: StaffDesk;
  signups: SignupsScreen;
  database: DatabaseScreen;
  inspector: InspectorScreen;
  review: ReviewScreen;
  outages: Outages;
  slowFile: SlowFile;
  /** Moves the server's clock. */
  minutesPass: (minutes: number) => Promise<void>;
}

export const test = journey.extend<Drivers & { healed: void }>({
  pastor: ({ page, stack }, use) => use(new Pastor(page, stack)),
  desk: ({ page, stack }, use) => use(new StaffDesk(page, stack)),
  signups: ({ page }, use) => use(new SignupsScreen(page)),
  database: ({ page }, use) => use(new DatabaseScreen(page)),
  inspector: ({ page }, use) => use(new InspectorScreen(page)),
  review: ({ page }, use) => use(new ReviewScreen(page)),
  outages: ({ page }, use) => use(new Outages(page)),

  slowFile: async ({}, use) => {
    const file = new SlowFile();
    await use(file);
    await file.close();
  },

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

export {
  expectAccessible,
  expectAccessibleAndFitting,
  expectBestPractices,
  focusWalk,
  horizontalOverflow,
  Keyboard,
} from './accessibility.ts';
export { AMBASSADOR, Applicant, type Application, TRIAL_REQUEST } from './applicant.ts';
export { AccountScreen, SignupsScreen } from './back-office-screens.ts';
export { Demo, WeekDemo } from './demo.ts';
export { DESKTOP, expect, PHONE, planTest, limitedTest, SCREENS, test, withoutScripts } from './fixtures.ts';
export { headingsOf } from './headings.ts';
export { isHydrated } from './hydration.ts';
export { Outages, refused, SlowFile } from './network.ts';
export { shiftOf } from './layout-shift.ts';
export { lostStyles } from './lost-styles.ts';
export { linkIn, LinkPage, NewsletterBox } from './newsletter.ts';
export { Pastor } from './pastor.ts';
export { ScreenReader } from './screen-reader.ts';
export { CARDS, nextYears, SECURITY_CODE, typeCard } from './payment-screens.ts';
export { codeWords, readableText } from './plain-words.ts';
export { linksOf, planLink, PlanScreen } from './plan-screen.ts';
export { typedFrom } from './registration-screen.ts';
export { HoverCard, SearchScreen, SiteFrame } from './site-screens.ts';
export { StaffBrowser } from './staff-browser.ts';
export { firstLoad, idleNetwork, posts, Traffic } from './traffic.ts';
export { Typeset } from './typeset.ts';
export { Translator } from './translated.ts';

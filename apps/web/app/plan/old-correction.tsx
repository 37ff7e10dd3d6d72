import { MailLink } from '../components/text-links.tsx';

/** For a member, who has a plan. */
export const PLAN_LINK = { href: '/plan', label: 'Get a link to your plan' };

/** What to do about a link of a correction that no longer works. */
export const OldCorrection = () => (
  <>
    It may be old, or the correction was taken back. Write to <MailLink /> and we send you a new one.
  </>
);

import { MailLink } from '../components/text-links.tsx';

/** What to do about a link of a correction that no longer works. */
export const OldCorrection = () => (
  <>
    It may be old, or the correction was taken back. Write to <MailLink /> and we send you a new one.
  </>
);

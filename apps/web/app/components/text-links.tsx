import type { ReactNode } from 'react';
import { DASHBOARD, PLAN, site } from '../lib/site.ts';

/** Link to the support address. */
export const MailLink = () => <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>;

/** For a member, whose email support corrects. */
export const CorrectByMail = () => (
  <a href={`mailto:${site.supportEmail}?subject=${encodeURIComponent('My email address is wrong')}`}>
    Correct it: write to support
  </a>
);

const LINK = /\[([^\]]+)\]\(([^)]+)\)/;

/** Text with links written `[words](/path)`; the support address is a link, too. */
export const WithLinks = ({ children }: { children: string }) =>
  children.split(/(\[[^\]]+\]\([^)]+\))/).map((part, at) => {
    const [, words, href] = LINK.exec(part) ?? [];
    if (href)
      return (
        <a key={at} href={href}>
          {words}
        </a>
      );
    return <WithMailLink key={at}>{part}</WithMailLink>;
  });

/** The words of such a text. */
export const withoutLinks = (text: string): string => text.replaceAll(new RegExp(LINK, 'g'), '$1');

/** Text in which each occurrence of the support address is a link. */
function WithMailLink({ children }: { children: string }) {
  const [before, ...after] = children.split(site.supportEmail);
  return (
    <>
      {before}
      {after.map((text) => (
        <span key={text}>
          <MailLink />
          {text}
        </span>
      ))}
    </>
  );
}

/** Text in which "contact support" is a link to the support address. */
export const SupportText = ({ children }: { children: string }) =>
  children.split(/(contact (?:our )?support(?: team)?)/i).map((part, at) =>
    at % 2 ? (
      <a key={at} href={`mailto:${site.supportEmail}`}>
        {part}
      </a>
    ) : (
      part
    ),
  );

/** For a person who has an account already. */
export const MemberHelp = () => (
  <p>
    Is it yours? <a href={DASHBOARD}>Log in</a>. Has your plan ended, or would you like to see it?{' '}
    <a href={PLAN}>Return to your plan</a>. Questions? Write to <MailLink />.
  </p>
);

/** Link from a form; opens a new tab so that the input is not lost. */
export const NewTabLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noopener">
    {children}
    <span className="unseen"> (opens in a new tab)</span>
  </a>
);

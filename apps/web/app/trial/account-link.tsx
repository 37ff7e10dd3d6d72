import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'a'> {
  /** Whether the account is still being opened: the link leads nowhere yet. */
  opening: boolean;
  href: string;
}

/** A link to what only an account has. */
export const AccountLink = ({ opening, href, children, ...props }: Props) => (
  <a {...props} {...(opening ? { role: 'link', 'aria-disabled': true } : { href })}>
    {children}
  </a>
);

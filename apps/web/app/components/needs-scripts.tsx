import { Notice } from './notice.tsx';
import { MailLink } from './text-links.tsx';

/** Beside a button that does nothing in a browser without scripts. */
export const NeedsScripts = () => (
  <noscript>
    <Notice>
      <p>
        This button needs JavaScript. Write to <MailLink /> and we do it for you.
      </p>
    </Notice>
  </noscript>
);

import '../styles/prose.css';
import type { MDXContent } from 'mdx/types';
import type { ReactNode } from 'react';

/** A written text, set to be read at length. */
export const Prose = ({ Body }: { Body: MDXContent }) => (
  <div className="prose">
    <Body components={{ Urgent }} />
  </div>
);

/** What somebody in a hurry and afraid has to find. */
const Urgent = ({ children }: { children?: ReactNode }) => (
  <div className="urgent" role="note" aria-label="In an emergency">
    {children}
  </div>
);

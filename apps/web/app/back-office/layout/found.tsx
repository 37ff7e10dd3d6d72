import { FOUND_KINDS, type FoundRecord, MAX_FOUND } from '@lampstand/contracts/back-office';
import { type ReactNode, useId } from 'react';
import { STAFF_PAGES as pages } from '../pages.ts';
import { counted } from '../format.ts';

/** The page that shows a record. */
export function pathOf(record: FoundRecord): string {
  switch (record.kind) {
    case 'signup':
      return `/trials/${record.id}`;
    case 'invoice':
      return `/trials/${record.signupId}`;
    case 'application':
      return `${pages.ambassadors.path}/${record.id}`;
    case 'request':
      return `${pages.trialRequests.path}/${record.id}`;
    case 'reader':
      return `${pages.newsletter.path}?q=${record.id}`;
  }
}

/** "2 sign-ups found.", "7 records found." of several kinds. */
export function foundText(found: FoundRecord[]): string {
  const [kind, other] = new Set(found.map((record) => record.kind));
  if (!kind) return 'Nothing found.';
  const noun = other ? 'record' : FOUND_KINDS[kind].one;
  return found.length === MAX_FOUND ? `${MAX_FOUND} or more ${noun}s found.` : `${counted(found.length, noun)} found.`;
}

/** Results under their heading. */
export function FoundGroup({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <>
      <h3 id={heading}>{title}</h3>
      <ul aria-labelledby={heading}>{children}</ul>
    </>
  );
}

import { FOUND_KINDS, type FoundRecord, MAX_FOUND, READER_STATUS_NAMES } from '@lampstand/contracts/back-office';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { backOfficePages as pages } from '../../seo/back-office-pages.ts';
import { Badge, StateBadge } from '../components/panel.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { counted } from '../format.ts';
import { RequestBadge } from '../trial-requests/request-badge.tsx';

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

/** The records by kind, in the order of the server. */
export const FoundRecords = ({ found, onOpen }: { found: FoundRecord[]; onOpen: () => void }) =>
  [...new Set(found.map((record) => record.kind))].map((kind) => (
    <FoundGroup key={kind} title={FOUND_KINDS[kind].title}>
      {found
        .filter((record) => record.kind === kind)
        .map((record) => (
          <li key={record.id}>
            <Link to={pathOf(record)} onClick={onOpen}>
              <bdi className="found-name">{record.title || 'No name'}</bdi>
              <RecordState record={record} />
              <span className="quiet small">
                {record.detail && (
                  <>
                    <bdi>{record.detail}</bdi> ·{' '}
                  </>
                )}
                {record.matched.startsWith('similar') ? record.matched : `by ${record.matched}`} ·{' '}
                <TimeAgo at={record.at} short />
              </span>
            </Link>
          </li>
        ))}
    </FoundGroup>
  ));

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

/** The state of a record in words. */
export function RecordState({ record }: { record: FoundRecord }) {
  switch (record.kind) {
    case 'signup':
    case 'application':
      return <StateBadge state={record.state} />;
    case 'request':
      return <RequestBadge state={record.state} />;
    case 'reader':
      return <Badge>{READER_STATUS_NAMES[record.state]}</Badge>;
    case 'invoice':
      return <Badge>{record.state}</Badge>;
  }
}

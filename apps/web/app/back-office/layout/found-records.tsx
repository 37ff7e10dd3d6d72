import { FOUND_KINDS, type FoundRecord, INVOICE_STATUS_NAMES, stateName } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { Badge } from '../components/badge.tsx';
import { StateBadge } from '../components/panel.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { FoundGroup, pathOf } from './found.tsx';

/** The records by kind, in the order of the server. */
const FoundRecords = ({ found, onOpen }: { found: FoundRecord[]; onOpen: () => void }) =>
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
                <span>
                  {record.detail && (
                    <>
                      <bdi>{record.detail}</bdi> ·{' '}
                    </>
                  )}
                </span>
                <span>{record.matched.startsWith('similar') ? record.matched : `by ${record.matched}`}</span> ·{' '}
                <TimeAgo at={record.at} short />
              </span>
            </Link>
          </li>
        ))}
    </FoundGroup>
  ));

/** The state of a record in words. */
export function RecordState({ record }: { record: FoundRecord }) {
  switch (record.kind) {
    case 'signup':
    case 'application':
    case 'request':
      return <StateBadge plain state={record.state} />;
    case 'reader':
      return <Badge>{stateName(record.state)}</Badge>;
    case 'invoice':
      return <Badge>{INVOICE_STATUS_NAMES[record.state as keyof typeof INVOICE_STATUS_NAMES]}</Badge>;
  }
}

export default FoundRecords;

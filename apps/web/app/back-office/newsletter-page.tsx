import { READER_STATUS_NAMES, stateName, type SubscriberRow } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { Badge } from './components/badge.tsx';
import { Email } from '../components/email.tsx';
import { Instant } from './components/time-ago.tsx';
import { useStaff } from './layout/auth.ts';
import { BackOfficeLayout } from './layout/back-office-layout.tsx';
import { ChoiceFilter } from './lists/list-tools.tsx';
import { type Column, ListView } from './lists/list-view.tsx';
import { Cell, Row } from './lists/table.tsx';
import { useListParams } from './lists/use-list.ts';
import { privacyPage } from './privacy/privacy-links.ts';

const COLUMNS: Column[] = [['Email', 40], ['Status'], ['Asked'], ['Confirmed'], ['Unsubscribed']];

export default function NewsletterPage() {
  return (
    <BackOfficeLayout title="Newsletter Subscribers">
      <Subscribers />
    </BackOfficeLayout>
  );
}

const CHOICES = [
  { value: '', label: 'All' },
  ...Object.entries(READER_STATUS_NAMES).map(([value, label]) => ({ value, label })),
];

function Subscribers() {
  const { filters, setFilters, ...params } = useListParams(['q', 'status']);
  const status = filters.status in READER_STATUS_NAMES ? filters.status : '';
  return (
    <ListView<SubscriberRow>
      path="/api/admin/newsletter"
      query={{ q: filters.q.slice(0, 200), status }}
      noun={{ one: 'subscriber', many: 'subscribers' }}
      columns={COLUMNS}
      emptyText="No one has subscribed yet."
      params={{
        q: filters.q,
        ...params,
        search: (q) => setFilters({ q }),
        clear: filters.q || status ? () => setFilters({ q: '', status: '' }) : undefined,
      }}
      filter={
        <ChoiceFilter
          label="Status"
          value={status}
          choices={CHOICES}
          onChoose={(chosen) => setFilters({ status: chosen })}
        />
      }
      Row={Subscriber}
    />
  );
}

function Subscriber({ row }: { row: SubscriberRow }) {
  const { email, status, requestedAt, confirmedAt, unsubscribedAt } = row;
  return (
    <Row>
      <Cell of="Email" className="lead">
        {useStaff().may('privacy') ? (
          <Link to={privacyPage('reader', row.id)}>
            <Email address={email} />
          </Link>
        ) : (
          <Email address={email} />
        )}
      </Cell>
      <Cell of="Status" className="nowrap">
        <Badge tone={status === 'confirmed' ? 'good' : ''}>{stateName(status)}</Badge>
      </Cell>
      <Cell of="Asked" className="labelled">
        <Instant at={requestedAt} />
      </Cell>
      <Cell of="Confirmed" className={confirmedAt ? 'labelled' : undefined}>
        {confirmedAt && <Instant at={confirmedAt} />}
      </Cell>
      <Cell of="Unsubscribed" className={unsubscribedAt ? 'labelled' : undefined}>
        {unsubscribedAt && <Instant at={unsubscribedAt} />}
      </Cell>
    </Row>
  );
}

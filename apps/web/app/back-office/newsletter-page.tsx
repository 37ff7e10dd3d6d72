import type { SubscriberRow } from '@lampstand/contracts/back-office';
import { backOfficePages } from '../seo/back-office-pages.ts';
import { headOf } from '../seo/head.ts';
import { Badge } from './components/panel.tsx';
import { Email } from './components/text.tsx';
import { useZone } from './format.ts';
import { BackOfficeLayout } from './layout/back-office-layout.tsx';
import { ChoiceFilter } from './lists/list-tools.tsx';
import { ListView } from './lists/list-view.tsx';
import { Cell, Row } from './lists/table.tsx';
import { useListParams } from './lists/use-list.ts';

const page = backOfficePages.newsletter;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function NewsletterPage() {
  return (
    <BackOfficeLayout title="Newsletter Subscribers">
      <Subscribers />
    </BackOfficeLayout>
  );
}

const STATUS = { pending: 'Not confirmed yet', confirmed: 'Confirmed', unsubscribed: 'Unsubscribed' } as const;
const CHOICES = [{ value: '', label: 'All' }, ...Object.entries(STATUS).map(([value, label]) => ({ value, label }))];

function Subscribers() {
  const { filters, setFilters, ...params } = useListParams(['q', 'status']);
  const status = filters.status in STATUS ? filters.status : '';
  return (
    <ListView<SubscriberRow>
      path="/api/admin/newsletter"
      query={{ q: filters.q.slice(0, 200), status }}
      noun={{ one: 'subscriber', many: 'subscribers' }}
      columns={['Email', 'Status', 'Asked', 'Confirmed', 'Unsubscribed']}
      emptyText="Nobody has subscribed yet."
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
  const { instantText } = useZone();
  const { email, status, requestedAt, confirmedAt, unsubscribedAt } = row;
  return (
    <Row>
      <Cell of="Email">
        <Email address={email} />
      </Cell>
      <Cell of="Status">
        <Badge tone={status === 'confirmed' ? 'good' : ''}>{STATUS[status]}</Badge>
      </Cell>
      <Cell of="Asked">{instantText(requestedAt)}</Cell>
      <Cell of="Confirmed">{confirmedAt ? instantText(confirmedAt) : '–'}</Cell>
      <Cell of="Unsubscribed">{unsubscribedAt ? instantText(unsubscribedAt) : '–'}</Cell>
    </Row>
  );
}

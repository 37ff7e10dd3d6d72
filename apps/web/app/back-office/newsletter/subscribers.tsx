import type { SubscriberRow } from '@lampstand/contracts/back-office';
import { useZone } from '../format.ts';
import { useListAddress } from '../lists/list-address.ts';
import { Cell, Row } from '../lists/table.tsx';
import { ChoiceFilter } from '../parts/choice-filter.tsx';
import { Email } from '../parts/email.tsx';
import { ListView } from '../parts/list-view.tsx';
import '../../styles/back-office-lists.css';
import '../../styles/back-office-work.css';

const STATUS = { pending: 'Not confirmed yet', confirmed: 'Confirmed', unsubscribed: 'Unsubscribed' } as const;
const CHOICES = [{ value: '', label: 'All' }, ...Object.entries(STATUS).map(([value, label]) => ({ value, label }))];

/** Who reads the newsletter, who has not confirmed yet, and who left. */
export function Subscribers() {
  const { told, change, ...address } = useListAddress(['q', 'status']);
  const status = told.status in STATUS ? told.status : '';
  return (
    <ListView<SubscriberRow>
      path="/api/admin/newsletter"
      query={{ q: told.q.slice(0, 200), status }}
      of={{ one: 'subscriber', many: 'subscribers' }}
      columns={['Email', 'Status', 'Asked', 'Confirmed', 'Unsubscribed']}
      none="Nobody has subscribed yet."
      address={{
        q: told.q,
        ...address,
        search: (q) => change({ q }),
        clear: told.q || status ? () => change({ q: '', status: '' }) : undefined,
      }}
      filter={
        <ChoiceFilter
          label="Status"
          value={status}
          choices={CHOICES}
          onChoose={(chosen) => change({ status: chosen })}
        />
      }
      Line={SubscriberLine}
    />
  );
}

function SubscriberLine({ row: subscriber }: { row: SubscriberRow }) {
  const { instantText } = useZone();
  const { email, status, requestedAt, confirmedAt, unsubscribedAt } = subscriber;
  return (
    <Row>
      <Cell of="Email">
        <Email address={email} />
      </Cell>
      <Cell of="Status">
        <span className={`badge ${status === 'confirmed' ? 'good' : ''}`}>{STATUS[status]}</span>
      </Cell>
      <Cell of="Asked">{instantText(requestedAt)}</Cell>
      <Cell of="Confirmed">{confirmedAt ? instantText(confirmedAt) : '–'}</Cell>
      <Cell of="Unsubscribed">{unsubscribedAt ? instantText(unsubscribedAt) : '–'}</Cell>
    </Row>
  );
}

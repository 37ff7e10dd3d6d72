import { fullName } from '@lampstand/contracts';
import { ADMIN_TEXTS, type TrialRequestRow } from '@lampstand/contracts/back-office';
import { backOfficePages } from '../seo/back-office-pages.ts';
import { headOf } from '../seo/head.ts';
import { Email, LongText, MailLink, PhoneLink } from './components/text.tsx';
import { useZone } from './format.ts';
import { BackOfficeLayout } from './layout/back-office-layout.tsx';
import { ListView } from './lists/list-view.tsx';
import { Cell, Row } from './lists/table.tsx';
import { useListParams } from './lists/use-list.ts';

const page = backOfficePages.trialRequests;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function TrialRequestsPage() {
  return (
    <BackOfficeLayout title="Trial Requests">
      <TrialRequests />
    </BackOfficeLayout>
  );
}

function TrialRequests() {
  const { filters, setFilters, ...params } = useListParams(['q']);
  return (
    <ListView<TrialRequestRow>
      path="/api/admin/trial-requests"
      query={{ q: filters.q.slice(0, 200) }}
      noun={{ one: 'request', many: 'requests' }}
      columns={['Date', 'Name', 'Email', 'Phone', 'Church', 'Size', 'In ministry', 'Why']}
      emptyText="No trial requests have been sent yet."
      params={{
        q: filters.q,
        ...params,
        search: (q) => setFilters({ q }),
        clear: filters.q ? () => setFilters({ q: '' }) : undefined,
      }}
      Row={TrialRequest}
    />
  );
}

function TrialRequest({ row: request }: { row: TrialRequestRow }) {
  const { instantText } = useZone();
  const masked = request.email.includes('•');
  return (
    <Row>
      <Cell of="Date" className="dated">
        {instantText(request.createdAt)}
      </Cell>
      <Cell of="Name">
        <bdi className="block">{fullName(request)}</bdi>
        <bdi className="block small quiet">{request.position}</bdi>
      </Cell>
      <Cell of="Email">{masked ? <Email address={request.email} /> : <MailLink address={request.email} />}</Cell>
      <Cell of="Phone" className="nowrap">
        {masked ? request.phone : <PhoneLink phone={request.phone} />}
      </Cell>
      <Cell of="Church">
        <bdi className="block">{request.churchName}</bdi>
        <span className="block quiet">
          <bdi>{request.churchCity}</bdi>, {request.churchState}
        </span>
      </Cell>
      <Cell of="Size" className="nowrap">
        {request.churchSize}
      </Cell>
      <Cell of="In ministry">{request.yearsInMinistry}</Cell>
      <Cell of="Why" className="spacious message">
        {request.whyInterested === null ? (
          <span className="quiet">{ADMIN_TEXTS.hiddenWords}</span>
        ) : (
          <LongText text={request.whyInterested} />
        )}
      </Cell>
    </Row>
  );
}

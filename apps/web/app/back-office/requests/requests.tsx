import type { TrialRequestRow } from '@lampstand/contracts/back-office';
import { nameOf, phoneText, useZone } from '../format.ts';
import { useListAddress } from '../lists/list-address.ts';
import { Cell, Row } from '../lists/table.tsx';
import { ListView } from '../parts/list-view.tsx';
import '../../styles/back-office-lists.css';
import '../../styles/back-office-work.css';

/** Ministries that would rather talk with a person first. */
export function Requests() {
  const { told, change, ...address } = useListAddress(['q']);
  return (
    <ListView<TrialRequestRow>
      path="/api/admin/trial-requests"
      query={{ q: told.q.slice(0, 200) }}
      of={{ one: 'request', many: 'requests' }}
      columns={['Date', 'Name', 'Email', 'Phone', 'Church', 'Size', 'In ministry', 'Why']}
      none="No trial requests have been sent yet."
      address={{
        q: told.q,
        ...address,
        search: (q) => change({ q }),
        clear: told.q ? () => change({ q: '' }) : undefined,
      }}
      Line={RequestLine}
    />
  );
}

function RequestLine({ row: request }: { row: TrialRequestRow }) {
  const { instantText } = useZone();
  const masked = request.email.includes('•');
  return (
    <Row>
      <Cell of="Date" className="dated">
        {instantText(request.createdAt)}
      </Cell>
      <Cell of="Name" className="roomy breakable">
        <bdi className="block">{nameOf(request)}</bdi>
        <bdi className="block small quiet">{request.position}</bdi>
      </Cell>
      <Cell of="Email" className="roomy breakable">
        <bdi>{masked ? request.email : <a href={`mailto:${request.email}`}>{request.email}</a>}</bdi>
      </Cell>
      <Cell of="Phone" className="nowrap">
        {masked ? request.phone : <a href={`tel:+1${request.phone}`}>{phoneText(request.phone)}</a>}
      </Cell>
      <Cell of="Church" className="roomy breakable">
        <bdi className="block">{request.churchName}</bdi>
        <span className="block quiet">
          <bdi>{request.churchCity}</bdi>, {request.churchState}
        </span>
      </Cell>
      <Cell of="Size" className="nowrap">
        {request.churchSize}
      </Cell>
      <Cell of="In ministry">{request.yearsInMinistry}</Cell>
      <Cell of="Why" className="spacious said">
        <bdi>{request.whyInterested}</bdi>
      </Cell>
    </Row>
  );
}

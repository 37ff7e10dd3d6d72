import { ADMIN_TEXTS, type TrialRequestRow } from '@lampstand/contracts/back-office';
import { nameOf, useZone } from '../format.ts';
import { useListAddress } from '../lists/list-address.ts';
import { Cell, Row } from '../lists/table.tsx';
import { MailLink, PhoneLink } from '../parts/contact.tsx';
import { Email } from '../parts/email.tsx';
import { ListView } from '../parts/list-view.tsx';
import { Message } from '../parts/message.tsx';
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
      <Cell of="Name">
        <bdi className="block">{nameOf(request)}</bdi>
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
          <Message text={request.whyInterested} />
        )}
      </Cell>
    </Row>
  );
}

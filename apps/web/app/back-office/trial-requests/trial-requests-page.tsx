import { fullName } from '@lampstand/contracts';
import { ADMIN_TEXTS, stateName, REQUEST_STATES, type TrialRequestRow } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { Contact } from '../components/contact.tsx';
import { StateBadge } from '../components/panel.tsx';
import { LongText } from '../components/text.tsx';
import { useZone } from '../format.ts';
import { BackOfficeLayout } from '../layout/back-office-layout.tsx';
import { type Column, ListView, useOpenByDefault } from '../lists/list-view.tsx';
import { Cell, Row } from '../lists/table.tsx';
import { Taking } from '../queue/taking.tsx';

const COLUMNS: Column[] = [['Name', 20], ['Status'], ['Owner', 8], ['Contact', 28], ['Church', 20], ['Why', 14]];

/** Characters of a reason that fit in two lines. */
const SHOWN_CHARACTERS = 22;

export default function TrialRequestsPage() {
  return (
    <BackOfficeLayout title="Trial Requests">
      <TrialRequests />
    </BackOfficeLayout>
  );
}

/** Those that are new are the open ones. */
const STATES = REQUEST_STATES.filter((state) => state !== 'new').map((value) => ({
  value,
  label: stateName(value),
}));

/** Open requests by default, oldest first. */
function TrialRequests() {
  const { onlyOpen, query, params, stateFilter } = useOpenByDefault(STATES);
  return (
    <ListView<TrialRequestRow>
      path="/api/admin/trial-requests"
      query={query}
      noun={{ one: 'request', many: 'requests' }}
      columns={COLUMNS}
      emptyText={onlyOpen ? 'No request waits for an answer.' : 'No trial requests have been sent yet.'}
      params={params}
      filter={stateFilter}
      Row={TrialRequest}
    />
  );
}

function TrialRequest({ row: request }: { row: TrialRequestRow }) {
  const { dateText } = useZone();
  return (
    <Row>
      <Cell of="Name" className="lead">
        <Link className="block" to={`/admin/trial-requests/${request.id}`}>
          <bdi>{fullName(request)}</bdi>
        </Link>
        <span className="block quiet">
          <bdi>{request.position}</bdi>
        </span>
      </Cell>
      <Cell of="Status" className="nowrap">
        <span className="block">
          <StateBadge state={request.state} />
        </span>
        <time className="block quiet" dateTime={request.createdAt}>
          {dateText(request.createdAt)}
        </time>
      </Cell>
      <Cell of="Owner" className="labelled">
        <Taking kind="request" id={request.id} name={fullName(request)} owner={request.owner} />
      </Cell>
      <Cell of="Contact">
        <Contact of={request} />
      </Cell>
      <Cell of="Church">
        <span className="block">
          <bdi>{request.churchName}</bdi>
        </span>
        <span className="block quiet">
          <bdi>{request.churchCity}</bdi>, {request.churchState} ·{' '}
          <span className="nowrap">{request.churchSize} people</span>
        </span>
      </Cell>
      <Cell of="Why" className="message">
        {request.whyInterested === null ? (
          <span className="quiet">{ADMIN_TEXTS.hiddenReasons}</span>
        ) : (
          <LongText text={request.whyInterested} max={SHOWN_CHARACTERS} />
        )}
      </Cell>
    </Row>
  );
}

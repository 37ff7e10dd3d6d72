import { fullName } from '@lampstand/contracts';
import type { AmbassadorRow } from '@lampstand/contracts/back-office';
import { statesTagged, ambassadorApplication } from '@lampstand/workflows';
import { Link, useNavigate } from 'react-router-dom';
import { StateBadge } from '../components/panel.tsx';
import { Contact } from '../components/contact.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { count, stateName } from '../format.ts';
import { useStaff } from '../layout/auth.ts';
import { useCommands } from '../layout/commands.ts';
import { BackOfficeLayout } from '../layout/back-office-layout.tsx';
import { type Column, ListView, useOpenByDefault } from '../lists/list-view.tsx';
import { Cell, Row } from '../lists/table.tsx';
import { useList, withQuery } from '../lists/use-list.ts';
import { Taking } from '../queue/taking.tsx';
import { isOpen, ResponseDeadline } from './response-deadline.tsx';

const COLUMNS: Column[] = [
  ['Applicant', 20],
  ['Status'],
  ['Answer', 19],
  ['Owner', 8],
  ['Church', 17],
  ['Contact', 27],
];

export default function AmbassadorsPage() {
  return (
    <BackOfficeLayout title="Ambassador Applications">
      <Applications />
    </BackOfficeLayout>
  );
}

const LIST = '/api/admin/ambassadors';
const STATES = statesTagged(ambassadorApplication, 'decided').map((value) => ({
  value,
  label: stateName(value),
}));

/** Open applications by default, oldest first, with the day by which an answer is due. */
function Applications() {
  const { onlyOpen, query, params, stateFilter } = useOpenByDefault(STATES);
  return (
    <ListView<AmbassadorRow>
      path={LIST}
      query={query}
      noun={{ one: 'application', many: 'applications' }}
      columns={COLUMNS}
      emptyText={onlyOpen ? 'No application is waiting.' : 'No applications have been submitted yet.'}
      params={params}
      filter={
        <>
          {stateFilter}
          {onlyOpen && <ReviewLink query={query} cursor={params.cursor} />}
        </>
      }
      Row={Application}
    />
  );
}

/** Starts the review of all open applications that match the search. The list above is the same query, read once. */
function ReviewLink({ query, cursor }: { query: { q: string; state: string }; cursor: string }) {
  const { data } = useList<AmbassadorRow>(LIST, { ...query, cursor }, FRESH_SECONDS);
  const navigate = useNavigate();
  const mayReview = useStaff().may('decide') && Boolean(data?.total);
  const address = withQuery('/admin/ambassadors/review', { q: query.q });
  useCommands(mayReview ? [{ label: 'Start the review', run: () => void navigate(address) }] : []);
  if (!mayReview || !data) return null;
  return (
    <Link className="button primary compact" to={address}>
      Review {count(data.total)} open
    </Link>
  );
}

const FRESH_SECONDS = 30;

const Application = ({ row: application }: { row: AmbassadorRow }) => (
  <Row>
    <Cell of="Applicant" className="lead">
      <Link className="block" to={`/admin/ambassadors/${application.id}`}>
        <bdi>{fullName(application)}</bdi>
      </Link>
      <span className="block quiet">
        <bdi>{application.position}</bdi>
      </span>
    </Cell>
    <Cell of="Status" className="nowrap">
      <StateBadge state={application.state} />
    </Cell>
    <Cell of="Answer">
      {isOpen(application.state) ? (
        <ResponseDeadline application={application} />
      ) : (
        application.decidedAt && <TimeAgo at={application.decidedAt} short />
      )}
    </Cell>
    <Cell of="Owner" className="labelled">
      {isOpen(application.state) ? (
        <Taking kind="application" id={application.id} name={fullName(application)} owner={application.owner ?? null} />
      ) : (
        application.owner
      )}
    </Cell>
    <Cell of="Church">
      <span className="block">
        <bdi>{application.churchName}</bdi>
      </span>
      <span className="block quiet">
        <bdi>{application.churchCity}</bdi>, {application.churchState}
      </span>
    </Cell>
    <Cell of="Contact">
      <Contact of={application} />
    </Cell>
  </Row>
);

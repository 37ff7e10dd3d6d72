import { fullName, phoneText } from '@lampstand/contracts';
import type { AmbassadorRow } from '@lampstand/contracts/back-office';
import { AMBASSADOR_STATES, ambassadorApplication, hasTag } from '@lampstand/workflows';
import { Link } from 'react-router-dom';
import { backOfficePages } from '../../seo/back-office-pages.ts';
import { headOf } from '../../seo/head.ts';
import { StateBadge } from '../components/panel.tsx';
import { Email } from '../components/text.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { stateName } from '../format.ts';
import { BackOfficeLayout } from '../layout/back-office-layout.tsx';
import { ChoiceFilter } from '../lists/list-tools.tsx';
import { ListView } from '../lists/list-view.tsx';
import { Cell, Row } from '../lists/table.tsx';
import { useListParams } from '../lists/use-list.ts';
import { isOpen, ResponseDeadline } from './response-deadline.tsx';

const page = backOfficePages.ambassadors;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function AmbassadorsPage() {
  return (
    <BackOfficeLayout title="Ambassador Applications">
      <Applications />
    </BackOfficeLayout>
  );
}

const OPEN = 'open';
const CHOICES = [
  { value: OPEN, label: 'Open' },
  { value: 'all', label: 'All' },
  ...AMBASSADOR_STATES.filter((state) => !hasTag(ambassadorApplication, state, 'unsaved')).map((state) => ({
    value: state,
    label: stateName(state),
  })),
];

/** Open applications by default, oldest first, with the day by which an answer is due. */
function Applications() {
  const { filters, setFilters, ...params } = useListParams(['q', 'state']);
  const state = CHOICES.some(({ value }) => value === filters.state) ? filters.state : OPEN;
  const filtered = filters.q !== '' || (state !== 'all' && state !== OPEN);
  return (
    <ListView<AmbassadorRow>
      path="/api/admin/ambassadors"
      query={{ q: filters.q.slice(0, 200), state: state === 'all' ? '' : state }}
      noun={{ one: 'application', many: 'applications' }}
      columns={['Applicant', 'State', 'Answer', 'Church', 'Email', 'Phone', 'Submitted']}
      emptyText={state === OPEN ? 'Nobody waits for an answer.' : 'No applications have been submitted yet.'}
      params={{
        q: filters.q,
        ...params,
        search: (q) => setFilters({ q }),
        clear: filtered ? () => setFilters({ q: '', state: 'all' }) : undefined,
      }}
      filter={
        <ChoiceFilter
          label="State"
          value={state}
          choices={CHOICES}
          onChoose={(chosen) => setFilters({ state: chosen === OPEN ? '' : chosen })}
        />
      }
      Row={Application}
    />
  );
}

const Application = ({ row: application }: { row: AmbassadorRow }) => (
  <Row>
    <Cell of="Applicant">
      <Link to={`/admin/ambassadors/${application.id}`}>
        <bdi>{fullName(application)}</bdi>
      </Link>
      <bdi className="block small quiet">{application.position}</bdi>
    </Cell>
    <Cell of="State">
      <StateBadge state={application.state} />
    </Cell>
    <Cell of="Answer">
      {isOpen(application.state) ? (
        <ResponseDeadline application={application} />
      ) : (
        application.decidedAt && <TimeAgo at={application.decidedAt} short />
      )}
    </Cell>
    <Cell of="Church">
      <bdi className="block">{application.churchName}</bdi>
      <span className="block quiet">
        <bdi>{application.churchCity}</bdi>, {application.churchState}
      </span>
    </Cell>
    <Cell of="Email">
      <Email address={application.email} />
    </Cell>
    <Cell of="Phone" className="nowrap">
      {phoneText(application.phone)}
    </Cell>
    <Cell of="Submitted" className="nowrap">
      <TimeAgo at={application.createdAt} short />
    </Cell>
  </Row>
);

import type { AmbassadorRow } from '@lampstand/contracts/back-office';
import { AMBASSADOR_STATES } from '@lampstand/workflows';
import { Link } from 'react-router-dom';
import { nameOf, phoneText } from '../format.ts';
import { useListAddress } from '../lists/list-address.ts';
import { Cell, Row } from '../lists/table.tsx';
import { ChoiceFilter } from '../parts/choice-filter.tsx';
import { Email } from '../parts/email.tsx';
import { ListView } from '../parts/list-view.tsx';
import { Moment } from '../parts/moments.tsx';
import { StateChip } from '../parts/state-chip.tsx';
import { stateName } from '../parts/state-names.ts';
import { isOpen, PromiseClock } from './promise.tsx';
import '../../styles/back-office-lists.css';
import '../../styles/back-office-work.css';

const OPEN = 'open';
const CHOICES = [
  { value: OPEN, label: 'Open' },
  { value: 'all', label: 'All' },
  ...AMBASSADOR_STATES.filter((state) => state !== 'draft').map((state) => ({
    value: state,
    label: stateName(state),
  })),
];

/** Who waits for an answer, the oldest first, and by when it is promised. */
export function Queue() {
  const { told, change, ...address } = useListAddress(['q', 'state']);
  const state = CHOICES.some(({ value }) => value === told.state) ? told.state : OPEN;
  const filtered = told.q !== '' || (state !== 'all' && state !== OPEN);
  return (
    <ListView<AmbassadorRow>
      path="/api/admin/ambassadors"
      query={{ q: told.q.slice(0, 200), state: state === 'all' ? '' : state }}
      of={{ one: 'application', many: 'applications' }}
      columns={['Applicant', 'State', 'Answer', 'Church', 'Email', 'Phone', 'Submitted']}
      none={state === OPEN ? 'Nobody waits for an answer.' : 'No applications have been submitted yet.'}
      address={{
        q: told.q,
        ...address,
        search: (q) => change({ q }),
        clear: filtered ? () => change({ q: '', state: 'all' }) : undefined,
      }}
      filter={
        <ChoiceFilter
          label="State"
          value={state}
          choices={CHOICES}
          onChoose={(chosen) => change({ state: chosen === OPEN ? '' : chosen })}
        />
      }
      Line={ApplicationLine}
    />
  );
}

const ApplicationLine = ({ row: application }: { row: AmbassadorRow }) => (
  <Row>
    <Cell of="Applicant">
      <Link to={`/admin/ambassadors/${application.id}`}>
        <bdi>{nameOf(application)}</bdi>
      </Link>
      <bdi className="block small quiet">{application.position}</bdi>
    </Cell>
    <Cell of="State">
      <StateChip state={application.state} />
    </Cell>
    <Cell of="Answer">
      {isOpen(application.state) ? (
        <PromiseClock application={application} />
      ) : (
        application.decidedAt && <Moment at={application.decidedAt} short />
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
      <Moment at={application.createdAt} short />
    </Cell>
  </Row>
);

import type { InspectedTrial } from '@lampstand/contracts/back-office';
import { CopyButton } from '../parts/copy-button.tsx';
import { Moment } from '../parts/moments.tsx';
import { StateChip } from '../parts/state-chip.tsx';

/** Who it is about, at a glance. */
export function TrialHead({ trial }: { trial: InspectedTrial }) {
  const { id, state, person, church, createdAt, lastSeenAt, contactedAt, erasedAt, supersededBy } = trial;
  const name = `${person.firstName} ${person.lastName}`.trim();
  return (
    <div className="trial-head">
      <h2 className="trial-name">{erasedAt ? 'An erased person' : <bdi>{name || 'No name'}</bdi>}</h2>
      <p className="trial-chips">
        <StateChip state={state} />
        {supersededBy !== null && <span className="badge">Superseded</span>}
        {erasedAt && <span className="badge">Erased</span>}
        {contactedAt && (
          <span className="badge good">
            Contacted <Moment at={contactedAt} short />
          </span>
        )}
      </p>
      {church.name && (
        <p className="trial-church">
          <bdi>{church.name}</bdi>
        </p>
      )}
      <p className="trial-id">
        Sign-up <span className="id">{id}</span> <CopyButton text={String(id)} what="the id of the sign-up" />
      </p>
      <p className="quiet small">
        Began <Moment at={createdAt} /> · last seen <Moment at={lastSeenAt} short />
      </p>
    </div>
  );
}

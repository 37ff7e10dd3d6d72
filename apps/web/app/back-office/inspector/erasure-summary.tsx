import { fullName } from '@lampstand/contracts';
import type {
  ErasurePreview,
  ErasureScope,
  InspectedTrial,
  RelatedRecord,
  SupportActionAnswer,
} from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { counted } from '../format.ts';
import { KINDS } from './related-records.tsx';
import { erasureQuery } from './trial-api.ts';

const APPROVAL: Record<ErasurePreview['approval'], string> = {
  none: 'The erasure starts in ten minutes, or when another member of the team approves it. Until then it can be undone.',
  administrator:
    'The account is open, so the erasure starts when an administrator approves it. Until then it can be undone.',
};

interface Props {
  trial: InspectedTrial;
  asks: boolean;
  /** The ids of the unproven records that are ticked. */
  chosen: number[];
  onChoose: (chosen: number[]) => void;
}

/** The person, the records that an erasure includes and those to choose, shown before it is requested. */
export function ErasureSummary({ trial, asks, chosen, onChoose }: Props) {
  const { data: preview, isError } = useQuery(erasureQuery(trial.id));
  return (
    <>
      <p>
        Person: <strong>{fullName(trial.person) || `sign-up ${trial.id}`}</strong>
      </p>
      {isError && <p>What is included could not be loaded.</p>}
      {preview && (
        <>
          <p>This includes:</p>
          <ul className="erasure-scope">
            {scopeOf(preview).map((each) => (
              <li key={each}>
                {each}
                <span>
                  {each.endsWith('running subscription') &&
                    ', whose payments and reminders stop now; it is canceled when the erasure starts'}
                </span>
              </li>
            ))}
          </ul>
          {preview.unproven.length > 0 && (
            <UnprovenRecords records={preview.unproven} chosen={chosen} onChoose={onChoose} />
          )}
          {asks && <p>{APPROVAL[preview.approval]}</p>}
        </>
      )}
    </>
  );
}

type UnprovenProps = Pick<Props, 'chosen' | 'onChoose'> & { records: RelatedRecord[] };

/** Records that look like the person's, to tick one by one. */
const UnprovenRecords = ({ records, chosen, onChoose }: UnprovenProps) => (
  <fieldset className="choices">
    <legend>These look alike, but no one has proven their email or phone. They stay unless you tick them:</legend>
    {records.map(({ kind, id, title, matched }) => (
      <label key={id} className="tick">
        <input
          type="checkbox"
          checked={chosen.includes(id)}
          onChange={({ target }) => onChoose(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))}
        />
        <span>
          {KINDS[kind]} of <bdi>{title || 'no name'}</bdi>: same {matched}, not proven
        </span>
      </label>
    ))}
  </fieldset>
);

/** The server's message; after an erasure also what else was erased with the sign-up. */
export function doneMessage({ message, erased }: SupportActionAnswer): string {
  if (!erased) return message;
  const others = scopeOf({ ...erased, signups: erased.signups - 1 }, 'other sign-up');
  return others.length ? `${message} This includes ${others.join(', ')}.` : message;
}

/** "1 sign-up", "1 account": each kind of record that there is. */
const scopeOf = (scope: ErasureScope, signup = 'sign-up'): string[] =>
  SCOPE.filter(([key]) => scope[key] > 0).map(([key, one]) => counted(scope[key], key === 'signups' ? signup : one));

const SCOPE: [keyof ErasureScope, one: string][] = [
  ['signups', 'sign-up'],
  ['accounts', 'account'],
  ['subscriptions', 'running subscription'],
  ['applications', 'application'],
  ['trialRequests', 'trial request'],
  ['newsletterSubscriptions', 'newsletter subscription'],
];

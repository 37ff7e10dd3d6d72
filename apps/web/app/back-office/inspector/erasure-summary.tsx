import { fullName } from '@lampstand/contracts';
import type { ErasurePreview, InspectedTrial } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { scopeOf } from './erasure-scope.ts';
import { erasureQuery } from './trial-api.ts';

const APPROVAL: Record<ErasurePreview['approval'], string> = {
  none: 'The erasure starts in ten minutes, or when another member of the team approves it. Until then it can be undone.',
  member: 'The erasure starts when another member of the team approves it. Until then it can be undone.',
  administrator:
    'The account is open, so the erasure starts when an administrator approves it. Until then it can be undone.',
};

/** The person and the records that an erasure includes, shown before it is requested. */
export function ErasureSummary({ trial, asks }: { trial: InspectedTrial; asks: boolean }) {
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
                {each.endsWith('running subscription') && ', which is canceled now'}
              </li>
            ))}
          </ul>
          {asks && <p>{APPROVAL[preview.approval]}</p>}
        </>
      )}
    </>
  );
}

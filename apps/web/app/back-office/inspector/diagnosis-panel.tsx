import type { Diagnosis, InspectedTrial, RepairName } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { Notice } from '../../components/notice.tsx';
import { StatusCard } from '../components/record.tsx';
import { durationText, useServerTime } from '../components/time-ago.tsx';
import { SUPPORT_ACTION_LABELS } from './support-action-labels.ts';

const TONES = { good: 'All is well', waiting: 'Waiting', stuck: 'Stuck', ended: 'Ended' } as const;

interface Props {
  trial: InspectedTrial;
  /** The message of the last support action. */
  done: string | undefined;
  onSelect: (name: RepairName) => void;
}

/** What the sign-up waits for, why and since when, with buttons for the suggested actions. */
export function DiagnosisPanel({ trial, done, onSelect }: Props) {
  const { tone, what, why, next, since, suggest } = trial.diagnosis;
  const possible = suggest.filter((name) => trial.repairs.some((offer) => offer.name === name && offer.possible));
  return (
    <StatusCard tone={tone} aria-labelledby="diagnosis">
      <p className="diagnosis-tone">
        <Since tone={tone} at={since} />
      </p>
      <h2 id="diagnosis">{what}</h2>
      <p>{why}</p>
      <p className="diagnosis-next">
        <strong>What to do:</strong> {next}
      </p>
      {trial.supersededBy !== null && (
        <p>
          <Link to={`/trials/${trial.supersededBy}`}>Open sign-up {trial.supersededBy}</Link>
        </p>
      )}
      {possible.length > 0 && (
        <div className="row">
          {possible.map((name, place) => (
            <button
              key={name}
              type="button"
              className={place ? 'button second' : 'button primary large'}
              onClick={() => onSelect(name)}
            >
              {SUPPORT_ACTION_LABELS[name].label}
            </button>
          ))}
        </div>
      )}
      <div role="status">{done && <Notice tone="good">{done}</Notice>}</div>
    </StatusCard>
  );
}

/** "Stuck for 40 minutes, since Nov 20, 2026, 10:12 PM CST" */
function Since({ tone, at }: { tone: Diagnosis['tone']; at: string }) {
  const { ago, exact, secondsSince } = useServerTime();
  const howLong = { good: '', ended: ` ${ago(at)}`, waiting: ` ${durationText(secondsSince(at))}` };
  return (
    <time dateTime={at}>
      {TONES[tone]}
      {howLong[tone === 'stuck' ? 'waiting' : tone]}
      <span className="quiet">
        , {tone !== 'ended' && 'since '}
        {exact(at)}
      </span>
    </time>
  );
}

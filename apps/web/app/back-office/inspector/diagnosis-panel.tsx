import type { Diagnosis, InspectedTrial, RepairName } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { Notice } from '../../ui/notice.tsx';
import { lastingInWords } from '../parts/ago.ts';
import { useMoments } from '../parts/moments.tsx';
import { REPAIR_WORDS } from './repairs/words.ts';

const TONES = { good: 'All is well', waiting: 'Waiting', stuck: 'Stuck', ended: 'Ended' } as const;

interface Props {
  trial: InspectedTrial;
  /** What the last repair has said. */
  done: string | undefined;
  onAsk: (name: RepairName) => void;
}

/** In words: what is the matter, why, since when, and what to press. */
export function DiagnosisPanel({ trial, done, onAsk }: Props) {
  const { tone, what, why, next, since, suggest } = trial.diagnosis;
  const possible = suggest.filter((name) => trial.repairs.some((offer) => offer.name === name && offer.possible));
  return (
    <section className={`diagnosis ${tone}`} aria-labelledby="diagnosis">
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
              onClick={() => onAsk(name)}
            >
              {REPAIR_WORDS[name].label}
            </button>
          ))}
        </div>
      )}
      <div role="status">{done && <Notice tone="good">{done}</Notice>}</div>
    </section>
  );
}

/** "Stuck for 40 minutes, since Nov 20, 2026, 10:12 PM CST" */
function Since({ tone, at }: { tone: Diagnosis['tone']; at: string }) {
  const { ago, exact, secondsSince } = useMoments();
  const howLong = { good: '', ended: ` ${ago(at)}`, waiting: ` ${lastingInWords(secondsSince(at))}` };
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

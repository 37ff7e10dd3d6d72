import type { Health } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { useWhileWatched } from '../parts/awake.ts';
import { useMoments } from '../parts/moments.tsx';
import { findingsOf } from './judge.ts';
import '../../styles/health.css';

const REFRESH_MS = 60_000;

/** How codes, webhooks, openings and jobs are doing: one quiet line when all is well, loud when it is not. */
export function HealthStrip() {
  const { data: health, error, refetch } = useQuery<Health>({ queryKey: ['/api/admin/health'] });
  useWhileWatched(
    useCallback(() => void refetch(), [refetch]),
    REFRESH_MS,
  );
  const { secondsSince } = useMoments();
  if (!health)
    return (
      <section className={`health ${error ? 'loud' : ''}`} aria-label="Health">
        <p role="status">
          {error ? 'How the service is doing could not be read.' : 'Looking how the service is doing…'}
        </p>
      </section>
    );
  const findings = findingsOf(health, secondsSince);
  return (
    <section className={`health ${findings.length ? 'loud' : ''}`} aria-label="Health">
      <div role="status">
        {findings.length === 0 && <p className="health-word">All is well</p>}
        {findings.length > 0 && (
          <ul className="findings">
            {findings.map(({ text, link }) => (
              <li key={text}>
                {text} {link && <Link to={link.to}>{link.label}</Link>}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Measures health={health} />
    </section>
  );
}

function Measures({ health }: { health: Health }) {
  const { ago } = useMoments();
  const { codesSent, codesVerified, webhookLagSeconds, oldestUnopened, deadJobs } = health;
  const measures = [
    ['Codes in the last hour', `${codesVerified} of ${codesSent} typed`],
    ['Webhooks', webhookLagSeconds === null ? 'none in the last hour' : `${lag(webhookLagSeconds)} behind`],
    ['Card saved, no account', oldestUnopened ? `the oldest ${ago(oldestUnopened.since)}` : 'nobody'],
    ['Dead jobs', String(deadJobs)],
  ];
  return (
    <dl className="measures">
      {measures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const lag = (seconds: number) => (seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`);

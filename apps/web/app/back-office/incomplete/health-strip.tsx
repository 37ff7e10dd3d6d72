import type { Health } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { usePollingWhileActive } from '../components/use-polling-while-active.ts';
import { Link } from 'react-router-dom';
import { useServerTime } from '../components/time-ago.tsx';
import { healthProblems } from './health-status.ts';
import './incomplete.css';

const REFRESH_MS = 60_000;

/** The health of codes, webhooks, account openings and jobs: one line when all is well, an alert when not. Read each minute. */
export function HealthStrip() {
  const { data: health, error, refetch } = useQuery<Health>({ queryKey: ['/api/admin/health'] });
  usePollingWhileActive(
    useCallback(() => void refetch(), [refetch]),
    REFRESH_MS,
  );
  const { secondsSince } = useServerTime();
  if (!health)
    return (
      <section className={`health ${error ? 'loud' : ''}`} aria-label="Health">
        <p role="status">
          {error ? 'How the service is doing could not be read.' : 'Looking how the service is doing…'}
        </p>
        {!error && <Measures measures={MEASURES.map((name) => [name, '…'])} />}
      </section>
    );
  const problems = healthProblems(health, secondsSince);
  return (
    <section className={`health ${problems.length ? 'loud' : ''}`} aria-label="Health">
      <div role="status">
        {problems.length === 0 && <p className="health-word">All is well</p>}
        {problems.length > 0 && (
          <ul className="findings">
            {problems.map(({ text, link }) => (
              <li key={text}>
                {text} {link && <Link to={link.to}>{link.label}</Link>}
              </li>
            ))}
          </ul>
        )}
      </div>
      <KnownMeasures health={health} />
    </section>
  );
}

const MEASURES = ['Codes in the last hour', 'Webhooks', 'Card saved, no account', 'Dead jobs'] as const;

function KnownMeasures({ health }: { health: Health }) {
  const { ago } = useServerTime();
  const { codesSent, codesVerified, webhookLagSeconds, oldestUnopened, deadJobs } = health;
  const values = {
    'Codes in the last hour': `${codesVerified} of ${codesSent} typed`,
    Webhooks: webhookLagSeconds === null ? 'none in the last hour' : `${lag(webhookLagSeconds)} behind`,
    'Card saved, no account': oldestUnopened ? `the oldest ${ago(oldestUnopened.since)}` : 'nobody',
    'Dead jobs': String(deadJobs),
  };
  return <Measures measures={MEASURES.map((name) => [name, values[name]])} />;
}

const Measures = ({ measures }: { measures: [name: string, value: string][] }) => (
  <dl className="measures">
    {measures.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

const lag = (seconds: number) => (seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`);

import type { Health } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { usePollingWhileActive } from '../components/use-polling-while-active.ts';
import { Link } from 'react-router-dom';
import { useServerTime } from '../components/time-ago.tsx';
import { healthProblems } from './health-status.ts';
import './incomplete.css';

const REFRESH_MS = 60_000;

/** What is wrong with codes, webhooks, account openings and jobs; nothing when all is well. Read each minute. */
export function HealthStrip() {
  const { data: health, error, refetch } = useQuery<Health>({ queryKey: ['/api/admin/health'] });
  usePollingWhileActive(
    useCallback(() => void refetch(), [refetch]),
    REFRESH_MS,
  );
  const { secondsSince } = useServerTime();
  const problems = health ? healthProblems(health, secondsSince) : [];
  if (!problems.length && !error) return null;
  return (
    <section aria-label="Health">
      <div className="health" role="status">
        {error && <p>How the service is doing could not be read.</p>}
        {problems.map(({ text, link }) => (
          <p key={text}>
            {text} {link && <Link to={link.to}>{link.label}</Link>}
          </p>
        ))}
      </div>
    </section>
  );
}

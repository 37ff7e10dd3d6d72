import type { Health } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useServerTime } from '../components/time-ago.tsx';
import { healthProblems } from './health-status.ts';
import './incomplete.css';

/** What is wrong with codes, webhooks, account openings and jobs; nothing when all is well. */
export function HealthStrip() {
  const { data: health, error } = useQuery<Health>({ queryKey: ['/api/admin/health'] });
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

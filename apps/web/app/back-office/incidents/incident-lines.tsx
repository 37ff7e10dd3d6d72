import type { Health } from '@lampstand/contracts/back-office';
import { TimeAgo } from '../components/time-ago.tsx';
import { counted } from '../format.ts';
import { jobName, sayToCaller } from './job-names.ts';
import './incident.css';

/** What fails, since when, and what to tell callers. */
export default function IncidentLines({ failing }: Pick<Health, 'failing'>) {
  return (
    <section className="incident" aria-label="Incident" role="status">
      {failing.map(({ queue, error, people, since }) => (
        <p key={`${queue} ${error}`}>
          <strong>
            {jobName(queue)} fails for {counted(people, 'person', 'people')}
          </strong>{' '}
          ({error || 'unknown cause'}, since <TimeAgo at={since} short />) and is repeated. Tell callers: “
          {sayToCaller(queue)}”
        </p>
      ))}
    </section>
  );
}

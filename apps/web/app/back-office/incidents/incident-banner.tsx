import type { Incidents, ProviderAway } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { TimeAgo } from '../components/time-ago.tsx';
import { usePollingWhileActive } from '../components/use-polling-while-active.ts';
import { counted } from '../format.ts';
import { jobName, sayToCaller } from './job-names.ts';
import './dead-jobs-page.css';

const REFRESH_MS = 15_000;
/** Fewer people have a problem of their own, which their pages explain. */
const MIN_PEOPLE = 3;

/** While something fails for several people: what, since when, and what to tell callers. */
export function IncidentBanner() {
  const { data: incidents, refetch } = useQuery<Incidents>({ queryKey: ['/api/admin/incidents'], staleTime: 0 });
  usePollingWhileActive(
    useCallback(() => void refetch(), [refetch]),
    REFRESH_MS,
  );
  const failing = incidents?.failing.filter(({ people }) => people >= MIN_PEOPLE) ?? [];
  const away = incidents?.away ?? [];
  return (
    <div role="status">
      {failing.length + away.length > 0 && (
        <section className="incident" aria-label="Incident">
          {away.map((provider) => (
            <Away key={provider.step} {...provider} />
          ))}
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
      )}
    </div>
  );
}

function Away({ step, people, since }: ProviderAway) {
  const { provider, what, say } = STEPS[step];
  return (
    <p>
      <strong>
        {provider} does not answer: {what}
      </strong>{' '}
      ({counted(people, 'person', 'people')}, since <TimeAgo at={since} short />
      ). Tell callers: “{say}”
    </p>
  );
}

/** What does not work while a step fails, and what support tells a caller who is at it. */
const STEPS: Record<ProviderAway['step'], { provider: string; what: string; say: string }> = {
  sendCode: {
    provider: 'Twilio',
    what: 'codes cannot be sent.',
    say: 'Our text messages do not go out at the moment. Your details are saved. Please ask for a new code in a few minutes.',
  },
  checkCode: {
    provider: 'Twilio',
    what: 'codes cannot be checked.',
    say: 'We cannot check your code at the moment. The try does not count. Please enter it again in a few minutes.',
  },
  cardForm: {
    provider: 'Stripe',
    what: 'the card form does not open, and cards are not stored.',
    say: 'Our payment provider does not answer at the moment. Your details are saved and nothing was charged. Please open the link in our mail in a few minutes.',
  },
  plan: {
    provider: 'Stripe',
    what: 'members cannot change, cancel or pay a plan.',
    say: 'Our payment provider does not answer at the moment. Your plan is as it was. Please try again in a few minutes.',
  },
};

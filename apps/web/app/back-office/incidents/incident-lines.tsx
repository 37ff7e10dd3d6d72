import { type Incidents, PROVIDER_QUIET_MINUTES, type ProviderAway } from '@lampstand/contracts/back-office';
import { durationText, TimeAgo, useServerTime } from '../components/time-ago.tsx';
import { counted } from '../format.ts';
import { jobName, providerOf, sayToCaller } from './job-names.ts';
import './incident.css';

/** What fails, since when, and what to tell callers. */
export default function IncidentLines({ failing, away }: Incidents) {
  const { secondsSince } = useServerTime();
  return (
    <section className="incident" aria-label="Incident">
      {away.map((provider) => (
        <Away key={provider.step} {...provider} />
      ))}
      {failing.map(({ queue, outage, people, since }) => (
        <p key={`${queue} ${outage}`}>
          <strong>
            {outage
              ? `${jobName(queue)}: ${providerOf(queue)} does not answer.`
              : `${jobName(queue)} fails, and no provider is away: please report it.`}
          </strong>{' '}
          {counted(people, 'person waits', 'people wait')}, the first one {durationText(secondsSince(since))}. It is
          repeated by itself. Tell callers: “{sayToCaller(queue)}”
        </p>
      ))}
    </section>
  );
}

function Away({ step, people, since, lastAt }: ProviderAway) {
  const { provider, what, say } = STEPS[step];
  return (
    <p>
      <strong>
        {provider} does not answer: {what}
      </strong>{' '}
      It failed for {counted(people, 'person', 'people')}, first <TimeAgo at={since} short />, last{' '}
      <TimeAgo at={lastAt} short />. This message goes after {PROVIDER_QUIET_MINUTES} minutes without a failure. Tell
      callers: “{say}”
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
    say: 'Our payment provider does not answer at the moment. Your details are saved and nothing was charged. Please open the link in our email in a few minutes.',
  },
  plan: {
    provider: 'Stripe',
    what: 'members cannot change, cancel or pay a plan.',
    say: 'Our payment provider does not answer at the moment. Your plan is as it was. Please try again in a few minutes.',
  },
};

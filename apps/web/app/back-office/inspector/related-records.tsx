import { formatPhone, tenDigits, US_STATES } from '@lampstand/contracts';
import type { CodeAttempt, InspectedTrial, RelatedTrial } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { Badge, Facts, Panel, StateBadge } from '../components/panel.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { churchSizeText } from '../format.ts';

export function ChurchPanel({ trial: { church } }: { trial: InspectedTrial }) {
  if (!church.name) return null;
  const state = US_STATES.find(({ value }) => value === church.state)?.label ?? church.state;
  return (
    <Panel title="Church">
      <Facts
        facts={{
          Church: church.name,
          Ministry: church.ministry,
          Place: [church.city, state].filter(Boolean).join(', '),
          Position: church.position,
          Size: churchSizeText(church.size),
          'Heard of us': church.howHeardAbout,
          Software: church.software,
        }}
      />
    </Panel>
  );
}

const CODE_STATUS = {
  live: 'waiting to be typed',
  approved: 'typed',
  dropped: 'given up',
  expired: 'expired',
} as const;

const wrongTries = (tries: number) =>
  tries <= 0 ? 'no wrong try' : tries === 1 ? 'one wrong try' : `${tries} wrong tries`;

export function CodesPanel({ codes }: { codes: CodeAttempt[] }) {
  if (!codes.length) return null;
  return (
    <Panel title="Text messages">
      <ul className="codes">
        {codes.map(({ phone, status, sends, tries, startedAt, expiresAt }) => (
          <li key={startedAt + phone}>
            <strong>{tenDigits(phone) ? formatPhone(phone) : phone}</strong> <Badge>{CODE_STATUS[status]}</Badge>
            <span className="quiet small">
              first sent <TimeAgo at={startedAt} /> · {sends === 1 ? 'one message' : `${sends} messages`} ·{' '}
              {wrongTries(status === 'approved' ? tries - 1 : tries)}
              {status === 'live' && (
                <>
                  {' '}
                  · lives until <TimeAgo at={expiresAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Other sign-ups that share with this one what `title` says. */
export function RelatedPanel({ title, trials }: { title: string; trials: RelatedTrial[] }) {
  if (!trials.length) return null;
  return (
    <Panel title={title}>
      <ul className="related">
        {trials.map(({ id, state, createdAt }) => (
          <li key={id}>
            <Link to={`/trials/${id}`}>{id}</Link> <StateBadge state={state} />{' '}
            <span className="quiet small">
              <TimeAgo at={createdAt} short />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

import { choiceLabel, CHURCH_FIELDS, type ChurchField, phoneText, SIGN_UP_FIELDS } from '@lampstand/contracts';
import type { CodeAttempt, InspectedTrial, RelatedTrial } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { Badge } from '../components/badge.tsx';
import { Facts, Panel, StateBadge } from '../components/panel.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { ProviderLink } from './provider-link.tsx';

export function ChurchPanel({ trial: { church } }: { trial: InspectedTrial }) {
  if (!church.name) return null;
  const valueOf = (name: ChurchField) => choiceLabel(name, church[SIGN_UP_FIELDS[name].church]);
  const place = [valueOf('churchCity'), valueOf('churchState')].filter(Boolean).join(', ');
  const facts = CHURCH_FIELDS.filter((name) => name !== 'churchState').map((name) =>
    name === 'churchCity' ? ['Place', place] : [SIGN_UP_FIELDS[name].label, valueOf(name)],
  );
  return (
    <Panel title="Church">
      <Facts facts={Object.fromEntries(facts)} />
    </Panel>
  );
}

const CODE_STATUS = {
  live: 'not entered yet',
  approved: 'entered',
  dropped: 'stopped',
  expired: 'expired',
  notSent: 'not sent',
} as const;

const wrongTries = (tries: number) =>
  tries <= 0 ? 'no wrong code' : tries === 1 ? 'one wrong code' : `${tries} wrong codes`;

export function CodesPanel({ codes, verifyLog }: { codes: CodeAttempt[]; verifyLog: string }) {
  if (!codes.length) return null;
  return (
    <Panel title="Text messages" aside={<ProviderLink href={verifyLog}>Log in Twilio</ProviderLink>}>
      <ul className="codes">
        {codes.map(({ phone, status, sends, tries, startedAt, expiresAt }) => (
          <li key={startedAt + phone}>
            <strong>{phoneText(phone)}</strong> <Badge>{CODE_STATUS[status]}</Badge>
            <span className="quiet small">
              {status === 'notSent' ? (
                <>
                  failed <TimeAgo at={startedAt} />
                </>
              ) : (
                <>
                  first sent <TimeAgo at={startedAt} /> · {sends === 1 ? 'one message' : `${sends} messages`} ·{' '}
                  {wrongTries(status === 'approved' ? tries - 1 : tries)}
                </>
              )}
              {status === 'live' && (
                <>
                  {' '}
                  · valid until <TimeAgo at={expiresAt} />
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

import { choiceLabel, CHURCH_FIELDS, type ChurchField, dollars, phoneText, SIGN_UP_FIELDS } from '@lampstand/contracts';
import type { CodeAttempt, InspectedTrial, RelatedRecord } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { Badge } from '../components/badge.tsx';
import { Facts, Panel } from '../components/panel.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { pathOf } from '../layout/found.tsx';
import { RecordState } from '../layout/found-records.tsx';
import { ProviderLink } from './provider-link.tsx';
import './related-records.css';

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
        {codes.map(({ phone, status, sends, tries, delivery, startedAt, expiresAt }) => (
          <li key={startedAt + phone}>
            <strong>{phoneText(phone)}</strong> <Badge>{CODE_STATUS[status]}</Badge>
            <span className="quiet small">
              {status === 'notSent' ? (
                <>
                  failed <TimeAgo at={startedAt} />
                </>
              ) : (
                <>
                  first sent <TimeAgo at={startedAt} /> ·{' '}
                  <span>{sends === 1 ? 'one message' : `${sends} messages`}</span> ·{' '}
                  {wrongTries(status === 'approved' ? tries - 1 : tries)}
                  {delivery && (
                    <span>
                      {delivery === 'delivered' ? ' · the last one delivered' : ' · the last one not delivered'}
                    </span>
                  )}
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

/** Everything else that the person has sent. */
export const SamePersonPanel = ({ records }: { records: RelatedRecord[] }) => (
  <RelatedPanel title="Same email or phone" records={records} />
);

/** Other records that share with this one what `title` says. */
export const RelatedPanel = ({ title, records }: { title: string; records: RelatedRecord[] }) => (
  <Panel title={title}>
    {records.length ? (
      <ul className="related">
        {records.map((record) => (
          <Related key={`${record.kind}${record.id}`} record={record} />
        ))}
      </ul>
    ) : (
      <p className="quiet">Nothing else is stored.</p>
    )}
  </Panel>
);

function Related({ record }: { record: RelatedRecord }) {
  const { kind, id, title, at, matched, proof, standing, accountId } = record;
  return (
    <li>
      <span className="related-head">
        <Link to={pathOf(record)}>
          <bdi>{title || 'No name'}</bdi>
        </Link>{' '}
        <RecordState record={record} />
        {standing !== undefined && standing.owedInCents > 0 && (
          <Badge tone="bad">Owes {dollars(standing.owedInCents)}</Badge>
        )}
      </span>
      {standing && (
        <span className="block small">
          {standing.sentence}
          <span>{accountId ? ` Account ${accountId}.` : ''}</span>
        </span>
      )}
      <span className="block quiet small">
        {KINDS[kind]} <span className="id">{id}</span> · <TimeAgo at={at} short />
        <span>{matched === 'phone' && ' · same phone'}</span>
        <span>{proof && proof !== 'own' && ' · not proven'}</span>
      </span>
    </li>
  );
}

/** How each kind of record is called. */
export const KINDS: Record<RelatedRecord['kind'], string> = {
  signup: 'Sign-up',
  application: 'Ambassador application',
  request: 'Trial request',
  reader: 'Newsletter',
};

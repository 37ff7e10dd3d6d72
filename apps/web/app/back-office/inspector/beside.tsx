import { dollars, formatPhone, planOf, SIGNUP_CHURCH_SIZES, tenDigits, US_STATES } from '@lampstand/contracts';
import type { CodeAttempt, InspectedTrial } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { CopyButton } from '../parts/copy-button.tsx';
import { Facts, Panel } from '../parts/facts.tsx';
import { Moment } from '../parts/moments.tsx';
import { StateChip } from '../parts/state-chip.tsx';

/** What stands beside the story of a sign-up. */

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
          Size: SIGNUP_CHURCH_SIZES.find(({ value }) => value === church.size)?.label ?? church.size,
          'Heard of us': church.howHeardAbout,
          Software: church.software,
        }}
      />
    </Panel>
  );
}

export function AccountPanel({ trial }: { trial: InspectedTrial }) {
  const { account, subscription, card, cardSavedAt, trialEndsAt, stripe } = trial;
  const plan = planOf(trial.plan);
  return (
    <Panel title="Plan, card and account">
      <Facts
        facts={{
          Plan: `${plan.name} (${plan.range} users, ${dollars(plan.amountInCents)} a month)`,
          Card: card ? `${card.brand} •••• ${card.last4}` : 'none stored',
          'Card stored': cardSavedAt && <Moment at={cardSavedAt} />,
          'Trial ends': trialEndsAt && <Moment at={trialEndsAt} />,
          Account: account ? `${account.status} (number ${account.id})` : 'none',
          Opened: account?.openedAt && <Moment at={account.openedAt} />,
          Subscription: subscription && `${subscription.status}, ${planOf(subscription.plan).name}`,
          'Ends its trial': subscription && <Moment at={subscription.trialEndsAt} />,
          Customer: idLine('customer', stripe.customerId),
          'Setup intent': idLine('setup intent', stripe.setupIntentId),
          'Subscription id': idLine('subscription', stripe.subscriptionId),
        }}
      />
    </Panel>
  );
}

const idLine = (what: string, id: string | null) =>
  id && (
    <span className="id-line">
      <span className="id">{id}</span> <CopyButton text={id} what={`the id of the ${what}`} />
    </span>
  );

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
            <strong>{tenDigits(phone) ? formatPhone(phone) : phone}</strong>{' '}
            <span className="badge">{CODE_STATUS[status]}</span>
            <span className="quiet small">
              first sent <Moment at={startedAt} /> · {sends === 1 ? 'one message' : `${sends} messages`} ·{' '}
              {wrongTries(status === 'approved' ? tries - 1 : tries)}
              {status === 'live' && (
                <>
                  {' '}
                  · lives until <Moment at={expiresAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function RelatedPanel({ related }: { related: InspectedTrial['related'] }) {
  if (!related.length) return null;
  return (
    <Panel title="Same phone or e-mail">
      <ul className="related">
        {related.map(({ id, state, createdAt }) => (
          <li key={id}>
            <Link to={`/trials/${id}`}>{id}</Link> <StateChip state={state} />{' '}
            <span className="quiet small">
              <Moment at={createdAt} short />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

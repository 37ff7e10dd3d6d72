import { cardEnding, dollars, type Plan, planOf, type StoredCard } from '@lampstand/contracts';
import type { InspectedTrial } from '@lampstand/contracts/back-office';
import { Facts, Panel, StateBadge } from '../components/panel.tsx';
import { TimeAgo, useServerTime } from '../components/time-ago.tsx';
import { StripeId } from './provider-link.tsx';

const ACCOUNTS: Record<NonNullable<InspectedTrial['account']>['status'], string> = {
  opening: 'Being opened',
  active: 'Open',
  closed: 'Closed',
};

export function AccountPanel({ trial }: { trial: InspectedTrial }) {
  const { account, card, cardSavedAt } = trial;
  const plan = planOf(trial.plan);
  return (
    <Panel title="Plan, card and account">
      <Facts
        facts={{
          Plan: planLine(plan, plan.amountInCents),
          Card: cardLine(card),
          'Card stored': cardSavedAt && <TimeAgo at={cardSavedAt} />,
          Account: account ? ACCOUNTS[account.status] : 'None',
          Opened: account?.openedAt && <TimeAgo at={account.openedAt} />,
        }}
      />
    </Panel>
  );
}

/** Ids at Stripe, the account number and the versions of the agreements. */
export const TechnicalFacts = ({ trial }: { trial: InspectedTrial }) => {
  const { account, agreements, stripe } = trial;
  return (
    <Facts
      facts={{
        'Account number': account?.id,
        Customer: <StripeId trial={trial} kind="customers" what="customer" id={stripe.customerId} />,
        'Setup intent': <StripeId trial={trial} kind="setup_intents" what="setup intent" id={stripe.setupIntentId} />,
        Subscription: <StripeId trial={trial} kind="subscriptions" what="subscription" id={stripe.subscriptionId} />,
        'Versions of the agreements': agreements.flatMap(({ text }) => text?.version ?? []).join(', '),
      }}
    />
  );
};

/** What the person agreed to and what was changed since, each with its day; consents word for word. */
export function AgreementPanel({ trial: { agreements, receipt, cardSavedAt } }: { trial: InspectedTrial }) {
  if (!cardSavedAt) return null;
  return (
    <Panel title="Agreements">
      {!receipt && <p className="quiet">No consent is recorded: the card was stored by a client that sent none.</p>}
      <ol className="agreements">
        {agreements.map(({ at, day, what, text }) => (
          <li key={`${at} ${what}`}>
            <strong>{day}</strong> {what}
            {text && (
              <details className="small quiet">
                <summary>The text</summary>
                <p>{text.words}</p>
              </details>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

export function SubscriptionPanel({ trial }: { trial: InspectedTrial }) {
  const { subscription, receiptsEmail } = trial;
  const { secondsSince } = useServerTime();
  if (!subscription) return null;
  const { status, plan: tier, trialEndsAt, periodEndsAt, cancelAt, card, overPlan } = subscription;
  const { monthlyInCents, nextCharge, pause } = subscription;

  const plan = planOf(tier);
  const [over] = overPlan;
  return (
    <Panel title="Subscription">
      <Facts
        facts={{
          Status: <StateBadge state={status} />,
          'Billed for': planLine(plan, monthlyInCents),
          'Next charge': nextCharge ? (
            <>
              {dollars(nextCharge.amountInCents)}, <TimeAgo at={periodEndsAt} />
            </>
          ) : (
            'None'
          ),
          'Payments paused': pause && (pause.until ? <TimeAgo at={pause.until} /> : 'without an end'),
          'Pays with': cardLine(card),
          'Receipts also to':
            receiptsEmail && `${receiptsEmail.email}${receiptsEmail.isConfirmed ? '' : ' (not confirmed yet)'}`,
          [secondsSince(trialEndsAt) > 0 ? 'Trial ended' : 'Trial ends']: <TimeAgo at={trialEndsAt} />,
          'Period ends': periodEndsAt === trialEndsAt ? null : <TimeAgo at={periodEndsAt} />,
          'Canceled; ends': cancelAt && <TimeAgo at={cancelAt} />,
          'Over plan':
            over &&
            `${over.activeUsers} active; ${planOf(over.upgradeTo).range} ${over.acceptedAt ? 'accepted' : 'offered'}`,
        }}
      />
    </Panel>
  );
}

const planLine = ({ name, range }: Plan, monthlyInCents: number) =>
  name.startsWith(range)
    ? `${name}, ${dollars(monthlyInCents)} a month`
    : `${name} (${range} users, ${dollars(monthlyInCents)} a month)`;

const cardLine = (card: StoredCard | null) => (card ? cardEnding(card) : 'None stored');

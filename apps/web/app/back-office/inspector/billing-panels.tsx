import { dollars, planOf, type StoredCard } from '@lampstand/contracts';
import type { InspectedTrial } from '@lampstand/contracts/back-office';
import { subscriptionLife } from '@lampstand/workflows';
import { Facts, Panel } from '../components/panel.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { stateName } from '../format.ts';
import { StripeId } from './provider-link.tsx';

export function AccountPanel({ trial }: { trial: InspectedTrial }) {
  const { account, card, cardSavedAt, stripe } = trial;
  const plan = planOf(trial.plan);
  return (
    <Panel title="Plan, card and account">
      <Facts
        facts={{
          Plan: `${plan.name} (${plan.range} users, ${dollars(plan.amountInCents)} a month)`,
          Card: cardLine(card),
          'Card stored': cardSavedAt && <TimeAgo at={cardSavedAt} />,
          Account: account ? `${account.status} (number ${account.id})` : 'none',
          Opened: account?.openedAt && <TimeAgo at={account.openedAt} />,
          Customer: <StripeId trial={trial} kind="customers" what="customer" id={stripe.customerId} />,
          'Setup intent': <StripeId trial={trial} kind="setup_intents" what="setup intent" id={stripe.setupIntentId} />,
          'Subscription id': (
            <StripeId trial={trial} kind="subscriptions" what="subscription" id={stripe.subscriptionId} />
          ),
        }}
      />
    </Panel>
  );
}

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
                <summary>The text, version {text.version}</summary>
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
  if (!subscription) return null;
  const { status, plan: tier, trialEndsAt, periodEndsAt, cancelAt, card, overPlan } = subscription;
  const { monthlyInCents, nextCharge, pause } = subscription;
  const plan = planOf(tier);
  const [over] = overPlan;
  return (
    <Panel title="Subscription">
      <Facts
        facts={{
          Status: stateName(status),
          Meaning: subscriptionLife.states[status]?.description,
          'Billed for': `${plan.name} (${plan.range} users, ${dollars(monthlyInCents)} a month)`,
          'Next charge': nextCharge ? (
            <>
              {dollars(nextCharge.amountInCents)}, <TimeAgo at={periodEndsAt} />
            </>
          ) : (
            'none'
          ),
          'Payments paused': pause && (pause.until ? <TimeAgo at={pause.until} /> : 'without an end'),
          'Pays with': cardLine(card),
          'Receipts also to':
            receiptsEmail && `${receiptsEmail.email}${receiptsEmail.isConfirmed ? '' : ' (not confirmed yet)'}`,
          'Trial ends': <TimeAgo at={trialEndsAt} />,
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

const cardLine = (card: StoredCard | null) => (card ? `${card.brand} •••• ${card.last4}` : 'none stored');

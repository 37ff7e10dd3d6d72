import { LINK_INVALID, PLAN_MESSAGES, type PlanView } from '@lampstand/contracts';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { AppProviders } from '../components/app-providers.tsx';
import { Notice } from '../components/notice.tsx';
import { ResultPage } from '../components/result-page.tsx';
import { Stage } from '../components/stage.tsx';
import { MailLink } from '../components/text-links.tsx';
import { isStatus } from '../lib/api.ts';
import { causeOf, useLongDay } from '../lib/clock.ts';
import { useHydrated, useInitialParams } from '../lib/hydration.ts';
import { standingOf } from '../lib/standing.ts';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { Agreements } from './agreements.tsx';
import { Invoices } from './invoices.tsx';
import { showPlan, usePlan } from './plan-query.ts';
import { RequestLink } from './request-link.tsx';
import { StartAgain } from './start-again.tsx';
import { YourPlan } from './your-plan.tsx';

const page: Page = {
  path: '/plan',
  title: 'Your Plan',
  description:
    'See your plan, its price and its dates, change it, cancel it in two clicks, keep it again or update your card, with the link from our emails.',
  keywords: ['youth ministry plan', 'cancel subscription', 'change plan', 'update card'],
  noindex: true,
};

export const handle: PageHandle = { page, hydrate: true, header: 'member' };
export const meta = () => headOf(page);

export default function PlanPage() {
  return (
    <AppProviders>
      {useHydrated() ? (
        <PlanLink />
      ) : (
        <Opening>
          <noscript>
            <Notice>
              <p>
                This page needs JavaScript. Write to <MailLink /> and we change or cancel your plan for you.
              </p>
            </Notice>
          </noscript>
        </Opening>
      )}
    </AppProviders>
  );
}

/** Until the plan is there; its heading stays where it is. */
const Opening = ({ children }: { children?: ReactNode }) => (
  <Stage as="div" role="status">
    <h1>Your plan</h1>
    <p className="lede quiet">
      Your plan, its price and its dates open here. With the link from our emails you can change it, cancel it in two
      clicks or update your card.
    </p>
    {children}
  </Stage>
);

/** Opens the plan of a signed link. Only buttons change anything, since mail programs open links, too. */
function PlanLink() {
  const { token, card } = useInitialParams(['token', 'card']);
  return token ? <LinkedPlan opened={token} cardDone={card === 'done'} /> : <RequestLink title="Your plan" />;
}

function LinkedPlan({ opened, cardDone }: { opened: string; cardDone: boolean }) {
  const navigate = useNavigate();
  const [token, setToken] = useState(opened);
  const [isBack, setIsBack] = useState(false);
  const { plan, error, refetch, cardUpdate } = usePlan(token, cardDone);
  if (isStatus(error, 400, 410)) return <RequestLink title={LINK_INVALID} expired />;
  if (!plan) return error ? <NotOpened error={error} retry={() => void refetch()} /> : <Opening />;
  // A reload keeps the proof.
  const proven = (now: string) => {
    // The same plan by another link: nothing loads, and the focus stays in its section.
    if (plan.reactivation) showPlan(now, { ...plan, reactivation: { ...plan.reactivation, isPhoneProven: true } });
    setToken(now);
    void navigate({}, { replace: true, state: { token: now }, preventScrollReset: true });
  };
  if (plan.status === 'canceled')
    return (
      <EndedPlan plan={plan}>
        {plan.reactivation && (
          <StartAgain {...{ plan, token, cardUpdate }} onProven={proven} onStarted={() => setIsBack(true)} />
        )}
      </EndedPlan>
    );
  return <YourPlan plan={plan} token={token} cardUpdate={cardUpdate} takesFocus={isBack} />;
}

function NotOpened({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <Stage>
      <h1>We could not open your plan</h1>
      <div className="wide" role="alert">
        <Notice tone="bad">
          <p>{causeOf(error) ?? PLAN_MESSAGES.notOpened}</p>
        </Notice>
      </div>
      <button type="button" className="button primary" onClick={retry}>
        Try again
      </button>
    </Stage>
  );
}

function EndedPlan({ plan, children }: { plan: PlanView; children: ReactNode }) {
  const { title, sentence } = standingOf(plan, useLongDay());
  return (
    <ResultPage title={title} column>
      <p className="lede quiet">
        Hi {plan.firstName}, {sentence}
      </p>
      {children}
      <Invoices plan={plan} />
      <Agreements plan={plan} />
    </ResultPage>
  );
}

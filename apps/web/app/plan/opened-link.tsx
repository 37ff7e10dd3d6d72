import { PLAN_MESSAGES as SAY } from '@lampstand/contracts';
import { isStatus } from '../lib/api.ts';
import { causeOf } from '../lib/clock.ts';
import { useOnceRead } from '../lib/once-read.ts';
import { Waiting } from '../trial/waiting.tsx';
import { Notice } from '../ui/notice.tsx';
import { AskLink } from './ask-link.tsx';
import { EndedPlan } from './ended-plan.tsx';
import { usePlan } from './plan-query.ts';
import { YourPlan } from './your-plan.tsx';

/** What the link of a mail opens. Only buttons change anything: whoever merely opens it reads. */
export function OpenedLink() {
  const { token, card } = useOnceRead(['token', 'card']);
  return token ? <Opened token={token} cardDone={card === 'done'} /> : <AskLink title="Your plan" />;
}

function Opened({ token, cardDone }: { token: string; cardDone: boolean }) {
  const { plan, error, refetch, cardNews } = usePlan(token, cardDone);
  if (isStatus(error, 400, 410)) return <AskLink title={SAY.linkInvalid} isOver />;
  if (!plan) return error ? <NotOpened error={error} retry={() => void refetch()} /> : <Waiting title="Your plan" />;
  if (plan.status === 'canceled') return <EndedPlan plan={plan} />;
  return <YourPlan plan={plan} token={token} cardNews={cardNews} />;
}

function NotOpened({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <div className="stage narrow">
      <section className="stage-main stack">
        <h1>We could not open your plan</h1>
        <div className="wide" role="alert">
          <Notice tone="bad">
            <p>{causeOf(error) ?? SAY.notOpened}</p>
          </Notice>
        </div>
        <button type="button" className="button primary" onClick={retry}>
          Try again
        </button>
      </section>
    </div>
  );
}

import '../styles/trial.css';
import '../styles/billing.css';
import '../styles/plan.css';
import { AppFrame } from '../lib/app-frame.tsx';
import { useHydrated } from '../lib/hydrated.ts';
import { appPages } from '../site/app-pages.ts';
import { headOf } from '../site/head.ts';
import { MailLink } from '../site/mail-link.tsx';
import { Waiting } from '../trial/waiting.tsx';
import { Notice } from '../ui/notice.tsx';
import { OpenedLink } from './opened-link.tsx';

export const handle = { hydrate: appPages.plan.hydrate };
export const meta = () => headOf(appPages.plan);

export default function PlanPage() {
  return (
    <AppFrame>
      {useHydrated() ? (
        <OpenedLink />
      ) : (
        <Waiting title="Your plan">
          <noscript>
            <Notice>
              <p>
                This page needs JavaScript. Write to <MailLink /> and we change or cancel your plan for you.
              </p>
            </Notice>
          </noscript>
        </Waiting>
      )}
    </AppFrame>
  );
}

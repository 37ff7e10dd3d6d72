import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Email } from '../components/email.tsx';
import { showToast } from '../components/toast-store.ts';
import { useHydrated } from '../lib/hydration.ts';
import { loadPart } from '../lib/parts.ts';
import { site } from '../lib/site.ts';
import styles from './next-steps.module.css';

const AppCodes = lazy(() => loadPart(() => import('../components/app-codes.tsx')));

/** What the pastor does next, each with the way to do it. */
export const NextSteps = ({ email }: { email: string | undefined }) => (
  <ol className={`wide ${styles.steps}`}>
    <NextStep
      title="Read your welcome email"
      text={
        email ? (
          <span key="to">
            We send it to <Email address={email} />.
          </span>
        ) : (
          <span key="what">It states your plan, the dates of your trial and how to cancel.</span>
        )
      }
    />
    <NextStep title="Visit your dashboard" text="Sign in with the phone number you just confirmed." />
    <NextStep title="Invite your core team members" text="Leaders first, students next.">
      <Invite />
      <Apps />
    </NextStep>
    <NextStep title="Explore the resources" text="Devotionals, and your first challenge.">
      <a href="/gettingstarted">Getting started</a>
    </NextStep>
  </ol>
);

const NextStep = ({ title, text, children }: { title: string; text: ReactNode; children?: ReactNode }) => (
  <li>
    <h2>{title}</h2>
    <p className="quiet">{text}</p>
    {children}
  </li>
);

const INVITATION = {
  title: site.product,
  text: `Our youth ministry is starting with ${site.product}. Get the app and join us:`,
  url: `${site.url}/conference`,
};

/** The share sheet of the device; where there is none, a mail to write. */
function Invite() {
  const [mail] = useState(
    () =>
      `mailto:?subject=${encodeURIComponent(`Join us on ${site.product}`)}&body=${encodeURIComponent(`${INVITATION.text} ${INVITATION.url}`)}`,
  );
  if (!useHydrated() || !('share' in navigator)) return <a href={mail}>Write an invitation</a>;
  const share = () =>
    navigator.share(INVITATION).catch((error: Error) => {
      // The person closed the sheet.
      if (error.name !== 'AbortError') showToast({ title: 'Nothing was shared', description: INVITATION.url });
    });
  return (
    <button type="button" className="button second compact" onClick={() => void share()}>
      Send an invitation
    </button>
  );
}

/** Links for a phone, QR codes for a desk. */
function Apps() {
  const desk = useHydrated() && matchMedia('(width >= 64rem)').matches;
  if (!desk)
    return (
      <p>
        Get the app: <a href="/api/go/app-store">App Store</a> or <a href="/api/go/play-store">Google Play</a>
      </p>
    );
  return (
    <Suspense>
      <AppCodes />
    </Suspense>
  );
}

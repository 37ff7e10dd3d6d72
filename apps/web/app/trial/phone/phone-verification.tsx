import { greetingName, phoneText } from '@lampstand/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ScriptButton } from '../../components/buttons.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { useConfig } from '../../lib/clock.ts';
import { useHydrated } from '../../lib/hydration.ts';
import { stripeQuery } from '../calls.ts';
import { Answers } from '../answers.tsx';
import { HEADINGS, StepLayout } from '../step-layout.tsx';
import type { ScreenProps } from '../trial-session.ts';
import { ChangeEmail, ChangeNumber } from './change-contact.tsx';
import { CodeForm } from './code-form.tsx';
import { ResendCode, useCodeSending } from './resend-code.tsx';
import styles from './phone-verification.module.css';
import { EmailResumeLink } from './resume-link.tsx';

const TITLE = HEADINGS['phone-verification'];

type Open = 'number' | 'email' | undefined;

export function PhoneVerification({ session }: ScreenProps) {
  const { trial } = session;
  const sending = useCodeSending(session);
  const [open, setOpen] = useState<Open>();
  const numberButton = useRef<HTMLButtonElement>(null);
  const emailButton = useRef<HTMLButtonElement>(null);
  const toggle = (which: Open) => setOpen(open === which ? undefined : which);
  const close = (button: typeof numberButton) => {
    setOpen(undefined);
    button.current?.focus();
  };
  // The first picture comes from the server, which does not know the visitor's time zone.
  const times = useHydrated() ? trial.code : undefined;
  // Masked for a browser that did not sign up, where the installation asks for it.
  const phone = phoneText(trial.phone);
  const arrival = useFocusOnArrival(`Step 2 of 3: ${TITLE}. Type the 6-digit code that we text you.`);
  useQuery(stripeQuery(useConfig().data)); // prefetch for the card form of the next step

  return (
    <StepLayout
      step="phone-verification"
      title={TITLE}
      focusHeading={false}
      recap={session.resumed && `Welcome back, ${greetingName(trial)} — step 2 of 3: confirm your phone.`}
    >
      <span className="unseen" role="status">
        {arrival}
      </span>
      <p className="lede quiet">
        <span>{trial.code ? 'We texted' : 'We text'}</span> a 6-digit code to{' '}
        <strong className="nowrap">{phone}.</strong>{' '}
        <ScriptButton
          className="link-button"
          aria-expanded={open === 'number'}
          ref={numberButton}
          onClick={() => toggle('number')}
        >
          Change number
        </ScriptButton>
      </p>
      {open === 'number' && <ChangeNumber session={session} sending={sending} onDone={() => close(numberButton)} />}
      <FailureNotice failure={sending.failure} />
      <CodeForm session={session} times={times} />
      <ResendCode times={times} sending={sending} />
      <noscript>
        <a href={`/trial/code?trialId=${session.trialId}`}>Send another code</a>
      </noscript>
      <Answers session={session} />
      <div className={`stack ${styles.elsewhere}`}>
        <p className="small quiet">
          Prefer to finish later or on another device? Your sign-up is saved. We can email the link to{' '}
          <strong>{trial.email}</strong>.
        </p>
        <div className="row">
          <EmailResumeLink session={session} />
          <ScriptButton
            className="link-button"
            aria-expanded={open === 'email'}
            ref={emailButton}
            onClick={() => toggle('email')}
          >
            Change email
          </ScriptButton>
        </div>
        {open === 'email' && <ChangeEmail session={session} onDone={() => close(emailButton)} />}
      </div>
    </StepLayout>
  );
}

/** The code box takes the focus, so the heading is announced. */
function useFocusOnArrival(announcement: string): string {
  const [announced, setAnnounced] = useState('');
  const first = useRef(announcement);
  useEffect(() => {
    document.getElementById('code')?.focus({ preventScroll: true });
    setAnnounced(first.current);
  }, []);
  return announced;
}

import { phoneText } from '@lampstand/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Email } from '../../components/email.tsx';
import { ScriptButton } from '../../components/buttons.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { useConfig } from '../../lib/clock.ts';
import { useHydrated } from '../../lib/hydration.ts';
import { stripeQuery } from '../calls.ts';
import { Answers } from '../answers.tsx';
import { HEADINGS, StepLayout } from '../step-layout.tsx';
import { MailReturned } from '../mail-returned.tsx';
import { ProveBrowser, useChangeForms, useProofInAddress } from '../known-browser.tsx';
import { nameAfter, plainPath, type ScreenProps } from '../trial-session.ts';
import { ChangeEmail, ChangeNumber } from './change-contact.tsx';
import { CodeForm } from './code-form.tsx';
import { ResendCode, useCodeSending } from './resend-code.tsx';
import styles from './phone-verification.module.css';
import { EmailResumeLink } from './resume-link.tsx';

const TITLE = HEADINGS['phone-verification'];

export function PhoneVerification({ session }: ScreenProps) {
  const { trial } = session;
  const sending = useCodeSending(session);
  const forms = useChangeForms<'number' | 'email'>(session);
  const change = { session, onDone: forms.close, onRefused: forms.refused };
  const prove = forms.unknown && <ProveBrowser session={session} onProven={forms.proved} />;
  const proof = useProofInAddress();
  // The first picture comes from the server, which does not know the visitor's time zone.
  const times = useHydrated() ? trial.code : undefined;
  const phone = phoneText(trial.phone);
  const arrival = useFocusOnArrival(`Step 2 of 3: ${TITLE}. Type the 6-digit code that we text you.`);
  useQuery(stripeQuery(useConfig().data)); // prefetch for the card form of the next step

  return (
    <StepLayout
      step="phone-verification"
      title={TITLE}
      focusHeading={false}
      recap={session.resumed && `Welcome back${nameAfter(trial)} — step 2 of 3: confirm your phone.`}
    >
      <span className="unseen" role="status">
        {arrival}
      </span>
      <p className="lede quiet">
        <span>{trial.code ? 'We texted' : 'We text'}</span> a 6-digit code to{' '}
        <strong className="nowrap">{phone}.</strong>{' '}
        <ScriptButton className="link-button" {...forms.buttonOf('number')}>
          Change number
        </ScriptButton>
      </p>
      <MailReturned session={session} />
      {forms.open === 'number' && <ChangeNumber {...change} sending={sending} />}
      {forms.wanted === 'number' && prove}
      <FailureNotice failure={sending.failure} />
      <CodeForm session={session} times={times} />
      <ResendCode times={times} sending={sending} />
      <noscript>
        <a href={plainPath('code', session.trialId, proof)}>Send another code</a>
      </noscript>
      <Answers session={session} />
      <div className={`stack ${styles.elsewhere}`}>
        <p className="small quiet">
          Prefer to finish later or on another device? Your sign-up is saved. We can email the link to{' '}
          <strong>
            <Email address={trial.email} />
          </strong>
          .
        </p>
        <div className="row">
          <EmailResumeLink session={session}>Email me the link</EmailResumeLink>
          <ScriptButton className="link-button" {...forms.buttonOf('email')}>
            Change email
          </ScriptButton>
        </div>
        {forms.open === 'email' && <ChangeEmail {...change} />}
        {forms.wanted === 'email' && prove}
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

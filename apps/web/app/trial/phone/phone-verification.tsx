import { greetingName, maskPhone, TOASTS, UNEXPECTED } from '@lampstand/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { FailureNotice, useFailure } from '../../components/notice.tsx';
import { showToast } from '../../components/toast-store.ts';
import { causeOf, useConfig } from '../../lib/clock.ts';
import { sendResumeLink, stripeQuery } from '../calls.ts';
import { StepLayout } from '../step-layout.tsx';
import type { ScreenProps } from '../trial-session.ts';
import { ChangeEmail, ChangeNumber } from './change-contact.tsx';
import { CodeForm } from './code-form.tsx';
import { ResendCode, useCodeSending } from './resend-code.tsx';

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
  useQuery(stripeQuery(useConfig().data)); // prefetch for the card form of the next step

  return (
    <StepLayout
      step="phone-verification"
      title="Confirm your phone"
      recap={
        session.resumed &&
        `Welcome back, ${greetingName(trial)} — step 2 of 3: confirm your phone ${maskPhone(trial.phone)}.`
      }
    >
      <p className="lede quiet">
        {trial.code ? 'We texted' : 'We text'} a 6-digit code to{' '}
        <strong className="nowrap">{maskPhone(trial.phone)}</strong>.{' '}
        <button
          type="button"
          className="link-button"
          aria-expanded={open === 'number'}
          ref={numberButton}
          onClick={() => toggle('number')}
        >
          Change number
        </button>
      </p>
      {open === 'number' && <ChangeNumber session={session} onDone={() => close(numberButton)} />}
      <FailureNotice failure={sending.failure} />
      <CodeForm session={session} sentAt={trial.code?.expiresAt} />
      <ResendCode times={trial.code} sending={sending} />
      <div className="elsewhere stack">
        <p className="small quiet">
          Prefer to finish later or on another device? Your sign-up is saved. We can mail the link to{' '}
          <strong>{trial.email}</strong>.
        </p>
        <div className="row">
          <EmailResumeLink session={session} />
          <button
            type="button"
            className="link-button"
            aria-expanded={open === 'email'}
            ref={emailButton}
            onClick={() => toggle('email')}
          >
            Change e-mail
          </button>
        </div>
        {open === 'email' && <ChangeEmail session={session} onDone={() => close(emailButton)} />}
      </div>
    </StepLayout>
  );
}

function EmailResumeLink({ session: { trialId, advance } }: ScreenProps) {
  const failure = useFailure();
  const mail = useMutation({
    mutationFn: () => sendResumeLink(trialId),
    onSuccess: () => {
      failure.clear();
      advance('link.requested');
      showToast(TOASTS.linkSent);
    },
    onError: (error) => failure.fail(TOASTS.signupFailed(causeOf(error) ?? UNEXPECTED)),
  });
  return (
    <>
      <button type="button" className="link-button" disabled={mail.isPending} onClick={() => mail.mutate()}>
        E-mail me the link
      </button>
      <FailureNotice failure={failure} />
      <span className="unseen" role="status">
        {mail.isSuccess ? TOASTS.linkSent.title : ''}
      </span>
    </>
  );
}

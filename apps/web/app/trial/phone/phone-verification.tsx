import { maskPhone } from '@lampstand/contracts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { stripeQuery } from '../billing/stripe.ts';
import { Stage } from '../stage.tsx';
import type { ScreenProps } from '../wizard.tsx';
import { ChangeEmail, ChangeNumber } from './changes.tsx';
import { CodeForm } from './code-form.tsx';
import { MailTheLink } from './mail-the-link.tsx';
import { Resend } from './resend.tsx';
import { useCodeSending } from './use-code-sending.ts';

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
  useQuery(stripeQuery(useConfig().data)); // fetched ahead: the card form comes next

  return (
    <Stage
      step="phone-verification"
      title="Confirm your phone"
      recap={
        session.resumed &&
        `Welcome back, ${trial.firstName} — step 2 of 3: confirm your phone ${maskPhone(trial.phone)}.`
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
      <Resend times={trial.code} sending={sending} />
      <div className="elsewhere stack">
        <p className="small quiet">
          Prefer to finish later or on another device? Your sign-up is saved. We can mail the link to{' '}
          <strong>{trial.email}</strong>.
        </p>
        <div className="row">
          <MailTheLink session={session} />
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
    </Stage>
  );
}

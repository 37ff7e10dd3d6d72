import { email as emailRule, FIELD_MESSAGES, phone as phoneRule, TOASTS, UNEXPECTED } from '@lampstand/contracts';
import { EmailField, PhoneField } from '../../ui/contact-fields.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { correctEmail, sendCode } from '../calls.ts';
import type { TrialSession } from '../session.ts';
import { patchTrial } from '../trial-query.ts';
import { useChange } from './use-change.ts';

interface ChangeProps {
  session: TrialSession;
  onDone: () => void;
}

export function ChangeNumber({ session: { trialId, advance }, onDone }: ChangeProps) {
  const { box, problem, submit, pending } = useChange({
    rule: phoneRule,
    send: (phone) => sendCode(trialId, phone),
    taken: { toast: TOASTS.phoneTaken, message: FIELD_MESSAGES.phoneTaken },
    failed: TOASTS.codeNotSent,
    onDone: (phone, { resendAt, expiresAt }) => {
      patchTrial(trialId, { phone, code: { resendAt, expiresAt } });
      advance('phone.changed');
      showToast(TOASTS.codeSent);
      onDone();
    },
  });
  return (
    <form className="change stack wide" method="post" noValidate onSubmit={submit}>
      <PhoneField name="phone" label="New mobile phone" ref={box} error={problem} />
      <ChangeButtons label="Text the code here" pending={pending} onCancel={onDone} />
    </form>
  );
}

export function ChangeEmail({ session: { trialId, trial, advance }, onDone }: ChangeProps) {
  const { box, problem, submit, pending } = useChange({
    rule: emailRule,
    send: (email) => correctEmail(trialId, email),
    taken: { toast: TOASTS.accountTaken, message: FIELD_MESSAGES.emailTaken },
    failed: TOASTS.signupFailed(UNEXPECTED),
    onDone: (email) => {
      patchTrial(trialId, { email });
      advance('email.corrected');
      showToast(TOASTS.emailCorrected);
      onDone();
    },
  });
  return (
    <form className="change stack wide" method="post" noValidate onSubmit={submit}>
      <EmailField name="email" label="New email" ref={box} defaultValue={trial.email} error={problem} />
      <ChangeButtons label="Save email" pending={pending} onCancel={onDone} />
    </form>
  );
}

function ChangeButtons({ label, pending, onCancel }: { label: string; pending: boolean; onCancel: () => void }) {
  return (
    <div className="row">
      <button type="submit" className="button primary compact" aria-disabled={pending || undefined}>
        {label}
      </button>
      <button type="button" className="link-button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}

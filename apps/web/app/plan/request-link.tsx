import { FIELD_MESSAGES, PLAN_MESSAGES, planLinkBody, TOASTS } from '@lampstand/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { SubmitButton } from '../components/buttons.tsx';
import { EmailField } from '../components/email-field.tsx';
import { FailureNotice, useFailure } from '../components/notice.tsx';
import { ResultPage } from '../components/result-page.tsx';
import { MailLink } from '../components/text-links.tsx';
import { isStatus, post } from '../lib/api.ts';
import { causeOf } from '../lib/clock.ts';

/** Form for a new plan link. The answer is the same for every address. */
export function RequestLink({ title, expired = false }: { title: string; expired?: boolean }) {
  /** Null for a person who has come back to enter another address. */
  const [sent, setSent] = useState<string | null>();
  if (sent)
    return (
      <ResultPage title="Check your inbox" lit>
        <p className="lede quiet">{PLAN_MESSAGES.linkRequested}</p>
        <p>
          You entered{' '}
          <strong key={sent} className="address">
            {sent}
          </strong>
          .{' '}
          <button type="button" className="link-button" onClick={() => setSent(null)}>
            Enter another address
          </button>
        </p>
        <p className="small quiet">
          Nothing after a few minutes? Look among your spam, or write to <MailLink />.
        </p>
      </ResultPage>
    );
  return (
    <ResultPage title={title} opened={!expired && sent === undefined} column>
      <p className="lede quiet">
        <span>{expired ? 'It is over 30 days old, replaced by a newer one, or incomplete. ' : ''}</span>Enter the email
        address of your account, and we send you a new link to your plan.
      </p>
      <LinkForm onSent={setSent} />
    </ResultPage>
  );
}

function LinkForm({ onSent }: { onSent: (email: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<string>();
  const [pending, setPending] = useState(false);
  const failure = useFailure();

  const refuse = () => {
    setWrong(FIELD_MESSAGES.email);
    field.current?.focus();
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const body = planLinkBody.safeParse({ email: field.current?.value });
    if (!body.success) return refuse();
    setWrong(undefined);
    failure.clear();
    setPending(true);
    try {
      await post('/api/plan/link', body.data);
      onSent(body.data.email);
    } catch (error) {
      if (isStatus(error, 400)) refuse();
      else failure.fail({ ...TOASTS.notSubmitted, ...(causeOf(error) && { description: causeOf(error)! }) });
    }
    setPending(false);
  };
  return (
    <form className="stack wide" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <EmailField ref={field} name="email" label="Email address" error={wrong} />
      <FailureNotice failure={failure} />
      <SubmitButton pending={pending} pendingText="Sending…">
        Send me a new link
      </SubmitButton>
    </form>
  );
}

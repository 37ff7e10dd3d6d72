import { FIELD_MESSAGES, PLAN_MESSAGES as SAY, planLinkBody, TOASTS } from '@lampstand/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { isStatus, post } from '../lib/api.ts';
import { causeOf } from '../lib/clock.ts';
import { Ended } from '../site/ended.tsx';
import { MailLink } from '../site/mail-link.tsx';
import { EmailField } from '../ui/contact-fields.tsx';
import { FailureNotice, useFailure } from '../ui/notice.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';

/** A way to a new link for who has none that works. Every address gets the same answer. */
export function AskLink({ title, isOver = false }: { title: string; isOver?: boolean }) {
  const [asked, setAsked] = useState(false);
  if (asked)
    return (
      <Ended title="Check your inbox" lit>
        <p className="lede quiet">{SAY.linkAsked}</p>
        <p className="small quiet">
          Nothing after a few minutes? Look among your spam, or write to <MailLink />.
        </p>
      </Ended>
    );
  return (
    <Ended title={title} opened={!isOver}>
      <p className="lede quiet">
        {isOver ? 'It may be old or incomplete. ' : ''}Enter the e-mail address of your account, and we send you a new
        link to your plan.
      </p>
      <LinkForm onAsked={() => setAsked(true)} />
    </Ended>
  );
}

function LinkForm({ onAsked }: { onAsked: () => void }) {
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
      onAsked();
    } catch (error) {
      if (isStatus(error, 400)) refuse();
      else failure.fail({ ...TOASTS.notSubmitted, ...(causeOf(error) && { description: causeOf(error)! }) });
    }
    setPending(false);
  };
  return (
    <form className="stack wide" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <EmailField ref={field} name="email" label="Email address" error={wrong} />
      <div className="wide" role="alert">
        <FailureNotice failure={failure} />
      </div>
      <SubmitButton pending={pending} pendingText="Sending…">
        Send me a new link
      </SubmitButton>
    </form>
  );
}

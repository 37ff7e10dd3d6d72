import {
  type CodeChannel,
  type CodeSentAnswer,
  confirmPhoneBody,
  PLAN_MESSAGES,
  UNEXPECTED,
} from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { AppProviders } from '../components/app-providers.tsx';
import { SubmitButton } from '../components/buttons.tsx';
import { TextField } from '../components/field.tsx';
import { NeedsScripts } from '../components/needs-scripts.tsx';
import { Notice } from '../components/notice.tsx';
import { ResultPage } from '../components/result-page.tsx';
import { MailLink } from '../components/text-links.tsx';
import { useLinkIsKnown, WithoutLink } from '../components/without-link.tsx';
import { isStatus, post } from '../lib/api.ts';
import { causeOf } from '../lib/clock.ts';
import { useHydrated, useInitialParams } from '../lib/hydration.ts';
import { appPages } from '../seo/app-pages.ts';
import { headOf } from '../seo/head.ts';

export const handle = { hydrate: appPages.planPhone.hydrate, readsQuery: true };
export const meta = () => headOf(appPages.planPhone);

const TITLE = 'Confirm your new phone';

/** Behind the link that a member gets when support has corrected the phone. */
export default function ConfirmPhonePage() {
  const isKnown = useLinkIsKnown('token');
  return (
    <AppProviders>
      {isKnown ? (
        <PhoneLink />
      ) : (
        <WithoutLink parameter="token" title={PLAN_MESSAGES.linkInvalid}>
          <p className="lede quiet">{REMEDY}</p>
        </WithoutLink>
      )}
    </AppProviders>
  );
}

const REMEDY = (
  <>
    It may be old, or the correction was taken back. Write to <MailLink /> and we send you a new one.
  </>
);

const Question = ({ children }: { children: ReactNode }) => (
  <ResultPage title={TITLE} opened>
    <p className="lede quiet">
      We text a code to the new number that you gave our support. Your account keeps the old number until you have
      entered it.
    </p>
    {children}
  </ResultPage>
);

const SendButton = ({ pending, onPress }: { pending: boolean; onPress: () => void }) => (
  <>
    <button
      type="button"
      className="button primary large"
      disabled={!useHydrated()}
      aria-disabled={pending || undefined}
      onClick={() => !pending && onPress()}
    >
      {pending ? 'Sending…' : 'Text me the code'}
    </button>
    <NeedsScripts />
  </>
);

function PhoneLink() {
  const { token = '' } = useInitialParams(['token']);
  const send = useMutation({
    mutationFn: (channel: CodeChannel) => post<CodeSentAnswer>('/api/plan/phone-code', { token, channel }),
  });
  const confirm = useMutation({
    mutationFn: (body: { code: string; key: string }) =>
      post('/api/plan/phone', { token, code: body.code }, { 'idempotency-key': body.key }),
  });
  if (confirm.isSuccess)
    return (
      <ResultPage title="Your new phone is confirmed" lit>
        <p className="lede quiet">Your account has the new number.</p>
      </ResultPage>
    );
  if (!token || [send.error, confirm.error].some((error) => isStatus(error, 410)))
    return (
      <ResultPage title={PLAN_MESSAGES.linkInvalid}>
        <p className="lede quiet">{REMEDY}</p>
      </ResultPage>
    );
  return (
    <Question>
      <div role="alert" className="wide">
        {send.error && <Notice tone="bad">{causeOf(send.error) ?? UNEXPECTED}</Notice>}
      </div>
      {send.data ? (
        <CodeForm
          confirm={confirm}
          sent={send.data.sent}
          sending={send.isPending}
          onSend={(channel) => send.mutate(channel)}
        />
      ) : (
        <SendButton pending={send.isPending} onPress={() => send.mutate('sms')} />
      )}
    </Question>
  );
}

const focus = (field: HTMLInputElement | null) => field?.focus();

interface CodeFormProps {
  confirm: { mutate: (body: { code: string; key: string }) => void; isPending: boolean; error: Error | null };
  /** False when a code was sent a moment before. */
  sent: boolean;
  sending: boolean;
  onSend: (channel: CodeChannel) => void;
}

function CodeForm({ confirm, sent, sending, onSend }: CodeFormProps) {
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (confirm.isPending) return;
    const code = new FormData(event.currentTarget).get('code');
    const parsed = confirmPhoneBody.shape.code.safeParse(code);
    setProblem(parsed.error?.issues[0]?.message);
    if (parsed.success) confirm.mutate({ code: parsed.data, key: crypto.randomUUID() });
    else event.currentTarget.querySelector('input')?.focus();
  };
  const refused = confirm.error ? (causeOf(confirm.error) ?? UNEXPECTED) : undefined;
  const again = (channel: CodeChannel) => () => !sending && onSend(channel);
  return (
    <form className="stack wide" method="post" noValidate onSubmit={submit}>
      <p role="status">{sent ? 'The code is on its way.' : 'A code was sent a moment ago. It is still good.'}</p>
      <TextField
        name="code"
        label="Code"
        hint="Six digits."
        inputMode="numeric"
        autoComplete="one-time-code"
        ref={focus}
        error={problem ?? refused}
      />
      <SubmitButton pending={confirm.isPending} ready pendingText="Checking…">
        Confirm the number
      </SubmitButton>
      <div className="row">
        <button type="button" className="link-button" onClick={again('sms')}>
          Text it again
        </button>
        <button type="button" className="link-button" onClick={again('call')}>
          Call me instead
        </button>
      </div>
    </form>
  );
}

/** Only a known browser changes what was typed: one that saved the sign-up, typed a right code, or used a link that we mailed. */
import { type CodeSentAnswer, FIELD_MESSAGES, findCode, phoneText, TOASTS } from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Email } from '../components/email.tsx';
import { ScriptButton } from '../components/buttons.tsx';
import { TextField } from '../components/field.tsx';
import { FailureNotice, Notice, useFailure } from '../components/notice.tsx';
import { MailLink } from '../components/text-links.tsx';
import { showToast } from '../components/toast-store.ts';
import { isStatus } from '../lib/api.ts';
import { causeOf } from '../lib/clock.ts';
import { queryClient } from '../lib/query-client.ts';
import { proveBrowser, sendBrowserCode } from './calls.ts';
import { EmailResumeLink } from './phone/resume-link.tsx';
import { type ScreenProps, trialQuery, type TrialSession } from './trial-session.ts';

/** The proof of a mailed link, until it has made this browser known. */
export const useProofInAddress = (): string | null => useSearchParams()[0].get('proof');

/**
 * Makes this browser known with the first press of a button on the step that a mailed link opened; opening the link alone changes nothing.
 * Returns what waits until a press that does so has had its effect.
 */
export function useMailedProof(trialId: number, reload: () => Promise<unknown>): () => Promise<void> {
  const proof = useProofInAddress();
  const [, setQuery] = useSearchParams();
  const proving = useRef<Promise<void>>(undefined);
  useEffect(() => {
    if (!proof) return;
    const prove = async () => {
      try {
        await proveBrowser({ trialId, proof });
        await reload();
      } catch (error) {
        // After any other failure the next press tries again.
        if (!isStatus(error, 409)) return void (proving.current = undefined);
      }
      setQuery(
        (query) => {
          query.delete('proof');
          return query;
        },
        { replace: true, preventScrollReset: true },
      );
    };
    const press = ({ target }: Event) => {
      const pressed = target instanceof Element && target.closest('#content :is(button, summary)');
      if (pressed) proving.current ??= prove();
    };
    document.addEventListener('click', press, true);
    return () => document.removeEventListener('click', press, true);
  }, [proof, trialId, reload, setQuery]);
  return async () => proving.current;
}

const isMasked = (trialId: number): boolean => queryClient.getQueryData(trialQuery(trialId).queryKey)?.masked === true;

/** The forms that change what was typed, one open at a time. In a browser that is not known, the ways to prove it open instead. */
export function useChangeForms<Form extends string>({ trialId, proven }: TrialSession) {
  const [open, setOpen] = useState<Form>();
  const [unknown, setUnknown] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const show = async (form: Form) => {
    await proven();
    setUnknown(isMasked(trialId));
    setOpen(form);
  };
  return {
    /** The form that is open, or that opens once the browser is known. */
    wanted: open,
    open: unknown ? undefined : open,
    unknown: unknown && open !== undefined,
    show,
    refused: () => setUnknown(true),
    proved: () => setUnknown(false),
    buttonOf: (form: Form) => ({
      'aria-expanded': open === form,
      onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
        button.current = currentTarget;
        if (open === form) setOpen(undefined);
        else void show(form);
      },
    }),
    close: () => {
      setOpen(undefined);
      button.current?.focus();
    },
  };
}

/** What makes this browser known: the mailed link and, once the phone is proven, a code. */
export function ProveBrowser({ session, onProven }: ScreenProps & { onProven: () => void }) {
  const { trial } = session;
  const { phoneVerified } = trial;
  const [sent, setSent] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const phone = <strong className="nowrap">{phoneText(trial.phone)}</strong>;
  return (
    <div className="stack wide" ref={box} tabIndex={-1} role="group" aria-label="Is this you?">
      <Notice title="Is this you?">
        <p>
          You haven’t used this sign-up in this browser, so its details are hidden and can’t be changed here.{' '}
          {phoneVerified ? (
            <span>
              Open the link that we email to{' '}
              <strong>
                <Email address={trial.email} />
              </strong>
              , or type a code that we text to {phone}.
            </span>
          ) : (
            <span>
              Open the link that we email to{' '}
              <strong>
                <Email address={trial.email} />
              </strong>
              , or type the code that we text to {phone} above.
            </span>
          )}
        </p>
        <div className="row">
          <EmailResumeLink session={session}>Email me a link</EmailResumeLink>
          {phoneVerified && <TextCode trialId={session.trialId} onSent={() => setSent(true)} />}
        </div>
        {sent && <TypeCode session={session} onProven={onProven} />}
        <p className="small quiet">
          Are both wrong? Write to <MailLink />.
        </p>
      </Notice>
    </div>
  );
}

function TextCode({ trialId, onSent }: { trialId: number; onSent: () => void }) {
  const failure = useFailure();
  const text = useMutation({
    mutationFn: () => sendBrowserCode(trialId),
    onMutate: failure.clear,
    onSuccess: ({ sent }: CodeSentAnswer) => {
      showToast(sent ? TOASTS.codeSent : TOASTS.codeStillValid);
      onSent();
    },
    onError: (error) => failure.fail(TOASTS.codeNotSent, causeOf(error)),
  });
  return (
    <>
      <ScriptButton
        className="link-button"
        aria-disabled={text.isPending || undefined}
        onClick={() => !text.isPending && text.mutate()}
      >
        Text me a code
      </ScriptButton>
      <FailureNotice failure={failure} />
    </>
  );
}

function TypeCode({ session, onProven }: ScreenProps & { onProven: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  useEffect(() => field.current?.focus(), []);
  const prove = useMutation({
    mutationFn: async (code: string) => {
      await proveBrowser({ trialId: session.trialId, code });
      await session.reload();
    },
    onSuccess: onProven,
    onError: (error) => {
      showToast(TOASTS.codeInvalid);
      setProblem(causeOf(error));
      field.current?.focus();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (prove.isPending) return;
    const code = findCode(field.current?.value ?? '');
    setProblem(code ? undefined : FIELD_MESSAGES.code);
    if (code) prove.mutate(code);
    else field.current?.focus();
  };
  return (
    <form className="stack wide" method="post" noValidate onSubmit={submit}>
      <TextField
        name="browserCode"
        label="Code from the text message"
        ref={field}
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="done"
        spellCheck={false}
        error={problem}
      />
      <div className="row">
        <button type="submit" className="button primary compact" aria-disabled={prove.isPending || undefined}>
          Confirm
        </button>
      </div>
    </form>
  );
}

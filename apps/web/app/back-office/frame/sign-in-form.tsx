import {
  ADMIN_TOASTS,
  adminLoginBody,
  type AdminLoginBody,
  LOGIN_MESSAGES,
  type SecondFactorAsked,
} from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { useHydrated } from '../../lib/hydrated.ts';
import { TextField } from '../../ui/field.tsx';
import { FailureNotice, useFailure } from '../../ui/notice.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { NoPasskey } from '../account/ceremonies.ts';
import { readWhoSignedIn } from './auth.ts';
import { logIn, secondFactorOf } from './log-in.ts';

interface Props {
  /** Whose session has ended. */
  before?: string;
  onSignedIn: () => void;
}

const CODE_HINT = 'Six digits, from the app on your phone.';

type Problems = Partial<Record<'email' | 'password' | 'totp', string>>;

/** E-mail, password and, where the account asks for it, the authenticator's code; a passkey is the browser's to ask for. */
export function SignInForm({ before, onSignedIn }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [asked, setAsked] = useState<SecondFactorAsked>({});
  const failure = useFailure();
  const ready = useHydrated();

  const asksForCode = asked.totpRequired === true;
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  useEffect(() => void (asksForCode && focus('totp')), [asksForCode]);

  const login = useMutation({
    meta: { ownGate: true },
    mutationFn: async (body: AdminLoginBody) => {
      const success = await logIn(body, setAsked);
      if (!success || !(await readWhoSignedIn(before))) throw new Error('Nobody was signed in');
    },
    onSuccess: () => {
      showToast(ADMIN_TOASTS.loggedIn);
      onSignedIn();
    },
    onError: (error) => {
      if (error instanceof NoPasskey) return failure.fail(ADMIN_TOASTS.passkeyUnused, error.message);
      if (secondFactorOf(error).totpRequired && !asksForCode) return setAsked(secondFactorOf(error));
      const fields = isStatus(error, 400) ? (error.body.fields ?? {}) : {};
      setProblems(fields);
      failure.fail(ADMIN_TOASTS.loginFailed, causeOf(error));
      focus(Object.keys(fields)[0] ?? (asksForCode ? 'totp' : 'password'));
    },
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (login.isPending) return;
    failure.clear();
    const judged = adminLoginBody.safeParse(Object.fromEntries(new FormData(event.currentTarget)));
    const found: Problems = {};
    for (const { path, message } of judged.error?.issues ?? []) found[path[0] as keyof Problems] ??= message;
    if (asksForCode && !asked.passkeyRequired && judged.success && !judged.data.totp?.trim())
      found.totp = LOGIN_MESSAGES.totp;
    setProblems(found);
    const [first] = Object.keys(found);
    if (first) focus(first);
    else if (judged.data) login.mutate(judged.data);
  };

  return (
    <form ref={form} className="stack wide sign-in" method="post" noValidate onSubmit={submit}>
      <FailureNotice failure={failure} />
      <TextField
        id="sign-in-email"
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        error={problems.email}
      />
      <TextField
        id="sign-in-password"
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        error={problems.password}
      />
      {asksForCode && (
        <TextField
          id="sign-in-totp"
          name="totp"
          label="Authenticator code"
          hint={asked.passkeyRequired ? `${CODE_HINT} Leave it empty to use your passkey.` : CODE_HINT}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          error={problems.totp}
        />
      )}
      <SubmitButton pending={login.isPending} ready={ready} pendingText="Logging in…">
        Log In
      </SubmitButton>
    </form>
  );
}

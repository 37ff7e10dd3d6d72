import {
  ADMIN_TOASTS,
  adminLoginBody,
  type AdminLoginBody,
  LOGIN_MESSAGES,
  type SecondFactorPrompt,
} from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isStatus, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { useHydrated } from '../../lib/hydration.ts';
import { TextField } from '../../components/field.tsx';
import { FailureNotice, useFailure } from '../../components/notice.tsx';
import { SubmitButton } from '../../components/buttons.tsx';
import { showToast } from '../../components/toast-store.ts';
import { PasskeyUnavailable, provePasskey } from '../account/webauthn.ts';
import { refreshSession } from './auth.ts';

interface Props {
  /** The email of the account whose session has ended. */
  before?: string;
  /** The email that is filled in. */
  email?: string | undefined;
  onSignedIn: () => void;
}

const LOGIN = '/api/admin/login';
const CODE_HINT = 'Six digits, from the app on your phone.';

type Problems = Partial<Record<'email' | 'password' | 'totp', string>>;

/** Email, password and, for accounts with an authenticator app, its code. The browser itself asks for a passkey. */
export function SignInForm({ before, email = before, onSignedIn }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [secondFactor, setSecondFactor] = useState<SecondFactorPrompt>({});
  const failure = useFailure();
  const ready = useHydrated();

  const needsCode = secondFactor.totpRequired === true;
  useEffect(() => {
    if (needsCode) focusField(form.current, 'totp');
  }, [needsCode]);

  const login = useMutation({
    meta: { ignoreUnauthorized: true },
    mutationFn: async (body: AdminLoginBody) => {
      await signIn(body, setSecondFactor);
      if (!(await refreshSession(before))) throw new Error('The sign-in opened no session');
    },
    onSuccess: () => {
      showToast(ADMIN_TOASTS.loggedIn);
      onSignedIn();
    },
    onError: (error) => {
      if (error instanceof PasskeyUnavailable) return failure.fail(ADMIN_TOASTS.passkeyUnused, error.message);
      if (secondFactorOf(error).totpRequired && !needsCode) return setSecondFactor(secondFactorOf(error));
      const fields = isStatus(error, 400) ? (error.body.fields ?? {}) : {};
      setProblems(fields);
      failure.fail(ADMIN_TOASTS.loginFailed, causeOf(error));
      focusField(form.current, Object.keys(fields)[0] ?? (needsCode ? 'totp' : 'password'));
    },
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (login.isPending) return;
    failure.clear();
    const parsed = adminLoginBody.safeParse(Object.fromEntries(new FormData(event.currentTarget)));
    const found: Problems = {};
    for (const { path, message } of parsed.error?.issues ?? []) found[path[0] as keyof Problems] ??= message;
    if (needsCode && !secondFactor.passkeyRequired && parsed.success && !parsed.data.totp?.trim())
      found.totp = LOGIN_MESSAGES.totp;
    setProblems(found);
    const [first] = Object.keys(found);
    if (first) focusField(form.current, first);
    else if (parsed.data) login.mutate(parsed.data);
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
        defaultValue={email}
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
      {needsCode && (
        <TextField
          id="sign-in-totp"
          name="totp"
          label="Authenticator code"
          hint={secondFactor.passkeyRequired ? `${CODE_HINT} Leave it empty to use your passkey.` : CODE_HINT}
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

/** Reads from a refused sign-in which second factors the account accepts. */
const secondFactorOf = (error: unknown): SecondFactorPrompt =>
  isStatus(error, 401) ? (error.body as SecondFactorPrompt) : {};

/**
 * Signs in. An account with a passkey and no code typed is asked for the passkey, which is sent with the same password;
 * `onSecondFactor` is called before. Throws ApiError and PasskeyUnavailable.
 */
async function signIn(body: AdminLoginBody, onSecondFactor: (secondFactor: SecondFactorPrompt) => void): Promise<void> {
  const send = (more?: Partial<AdminLoginBody>) => post(LOGIN, { ...body, ...more });
  await send().catch(async (error: unknown) => {
    const secondFactor = secondFactorOf(error);
    if (!secondFactor.passkeyRequired || body.totp?.trim()) throw error;
    onSecondFactor(secondFactor);
    return send({ passkey: await provePasskey(secondFactor.passkeyRequired) });
  });
}

const focusField = (form: HTMLFormElement | null, name: string) =>
  form?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();

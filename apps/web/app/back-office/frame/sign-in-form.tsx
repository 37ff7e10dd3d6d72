import { ADMIN_TOASTS, adminLoginBody, LOGIN_MESSAGES } from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isStatus, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { useHydrated } from '../../lib/hydrated.ts';
import { TextField } from '../../ui/field.tsx';
import { FailureNotice, useFailure } from '../../ui/notice.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { readWhoSignedIn } from './auth.ts';

interface Props {
  /** Whose session has ended. */
  before?: string;
  onSignedIn: () => void;
}

type Problems = Partial<Record<'email' | 'password' | 'totp', string>>;

/** E-mail, password and, where the account asks for it, the authenticator's code. */
export function SignInForm({ before, onSignedIn }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [asksForCode, setAsksForCode] = useState(false);
  const failure = useFailure();
  const ready = useHydrated();

  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  useEffect(() => void (asksForCode && focus('totp')), [asksForCode]);

  const login = useMutation({
    meta: { ownGate: true },
    mutationFn: async (body: unknown) => {
      const { success } = await post<{ success: boolean }>('/api/admin/login', body);
      if (!success || !(await readWhoSignedIn(before))) throw new Error('Nobody was signed in');
    },
    onSuccess: () => {
      showToast(ADMIN_TOASTS.loggedIn);
      onSignedIn();
    },
    onError: (error) => {
      if (isStatus(error, 401) && 'totpRequired' in error.body && !asksForCode) return setAsksForCode(true);
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
    if (asksForCode && judged.success && !judged.data.totp?.trim()) found.totp = LOGIN_MESSAGES.totp;
    setProblems(found);
    const [first] = Object.keys(found);
    if (first) focus(first);
    else login.mutate(judged.data);
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
          hint="Six digits, from the app on your phone."
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

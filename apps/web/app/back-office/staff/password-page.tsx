import { UNEXPECTED } from '@lampstand/contracts';
import { ADMIN_ERRORS, newPasswordBody, type PasswordLinkAnswer } from '@lampstand/contracts/back-office';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { AppProviders } from '../../components/app-providers.tsx';
import { SubmitButton } from '../../components/buttons.tsx';
import { TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { Loading, ResultPage } from '../../components/result-page.tsx';
import { ask, isStatus, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { useHydrated, useInitialParams } from '../../lib/hydration.ts';
import { emailToSignIn } from '../layout/auth.ts';
import { STAFF_PAGES } from '../pages.ts';

const TITLE = 'Set your password';

/** The page behind the link of an invitation. */
export default function PasswordPage() {
  return <AppProviders>{useHydrated() ? <PasswordLink /> : <Loading title={TITLE} />}</AppProviders>;
}

function PasswordLink() {
  const { token = '' } = useInitialParams(['token']);
  const link = useQuery({
    queryKey: ['password-link', token],
    queryFn: () => ask<PasswordLinkAnswer>('/api/admin/password-link', { token }),
  });
  const set = useMutation({
    mutationFn: (password: string) => post('/api/admin/password', { token, password }),
    onSuccess: () => link.data && emailToSignIn.write(link.data.email),
  });
  if (set.isSuccess)
    return (
      <ResultPage title="Your password is set" lit>
        <p className="lede quiet">Log in with {link.data?.email} and the new password.</p>
        <a className="button primary large" href={STAFF_PAGES.queue.path}>
          Log in
        </a>
      </ResultPage>
    );
  if ([link.error, set.error].some((error) => isStatus(error, 410)) || !token)
    return (
      <ResultPage title="This link does not work any more">
        <p className="lede quiet">{ADMIN_ERRORS.passwordLinkInvalid}</p>
      </ResultPage>
    );
  if (link.error)
    return (
      <ResultPage title="The link could not be checked">
        <p className="lede quiet">{causeOf(link.error) ?? UNEXPECTED}</p>
        <button type="button" className="button primary" onClick={() => void link.refetch()}>
          Try again
        </button>
      </ResultPage>
    );
  if (!link.data) return <Loading title={TITLE} />;
  return <PasswordForm token={token} email={link.data.email} set={set} />;
}

interface FormProps {
  token: string;
  email: string;
  set: { mutate: (password: string) => void; isPending: boolean; error: Error | null };
}

function PasswordForm({ token, email, set }: FormProps) {
  const [problem, setProblem] = useState<string>();
  const refused = isStatus(set.error, 400) ? set.error.body.fields?.['password'] : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (set.isPending) return;
    const values = Object.fromEntries(new FormData(event.currentTarget));
    const { data, error } = newPasswordBody.safeParse({ ...values, token });
    setProblem(error?.issues[0]?.message);
    if (data) set.mutate(data.password);
    else event.currentTarget.querySelector<HTMLElement>('[type=password]')?.focus();
  };
  return (
    <ResultPage title={TITLE} opened>
      <p className="lede quiet">For {email}, to log in to the back office.</p>
      <form className="stack wide" method="post" noValidate onSubmit={submit}>
        <div role="alert">
          {set.error && !refused && <Notice tone="bad">{causeOf(set.error) ?? UNEXPECTED}</Notice>}
        </div>
        <input hidden readOnly name="email" autoComplete="username" value={email} />
        <TextField
          name="password"
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="15 to 200 characters. A few words of your own are good, and any character is allowed."
          error={problem ?? refused}
        />
        <SubmitButton pending={set.isPending} ready pendingText="Saving…">
          Save password
        </SubmitButton>
      </form>
    </ResultPage>
  );
}

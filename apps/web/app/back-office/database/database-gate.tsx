import { DATABASE_TEXTS } from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError, post } from '../../lib/api.ts';
import { useHydrated } from '../../lib/hydrated.ts';
import { Lamp } from '../../site/logo.tsx';
import { TextField } from '../../ui/field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { DatabaseInformation } from './database-information.tsx';
import { unlockFlag } from './unlock.ts';

/** A password of its own before a page of static text; the browser session remembers that it was right. */
export function DatabaseGate() {
  const hydrated = useHydrated();
  const [unlocked, setUnlocked] = useState<'before' | 'now' | undefined>(() => unlockFlag.read() && 'before');
  const lock = () => {
    unlockFlag.clear();
    setUnlocked(undefined);
  };
  if (hydrated && unlocked) return <DatabaseInformation justUnlocked={unlocked === 'now'} onLock={lock} />;
  return <Gate ready={hydrated} onUnlocked={() => setUnlocked('now')} />;
}

function Gate({ ready, onUnlocked }: { ready: boolean; onUnlocked: () => void }) {
  const [password, setPassword] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const unlock = useMutation({
    meta: { ownGate: true },
    mutationFn: () => post<{ isAuthenticated: boolean }>('/api/admin/check-auth', { password }),
    onSuccess: ({ isAuthenticated }) => {
      if (!isAuthenticated) return box.current?.select();
      unlockFlag.write(true);
      onUnlocked();
    },
  });
  const problem = unlock.isError
    ? unlock.error instanceof ApiError
      ? DATABASE_TEXTS.notOk
      : DATABASE_TEXTS.unreachable
    : unlock.data?.isAuthenticated === false
      ? DATABASE_TEXTS.refused
      : undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password.trim() && !unlock.isPending) unlock.mutate();
  };

  return (
    <section className="office-gate card stack">
      <Lamp size={56} />
      <h1>Database</h1>
      <p className="quiet">{DATABASE_TEXTS.gate}</p>
      <form className="stack wide sign-in" method="post" noValidate onSubmit={submit}>
        <TextField
          ref={box}
          name="password"
          label="Admin Password"
          type="password"
          autoComplete="off"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        {problem && (
          <p role="alert" className="failed">
            {problem}
          </p>
        )}
        <SubmitButton pending={unlock.isPending} ready={ready && password.trim() !== ''} pendingText="Checking…">
          Access Database
        </SubmitButton>
      </form>
    </section>
  );
}

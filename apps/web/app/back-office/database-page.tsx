import { DATABASE_TEXTS } from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError, post } from '../lib/api.ts';
import { useHydrated } from '../lib/hydration.ts';
import { STAFF_PAGES } from './pages.ts';
import { Lamp } from '../components/lamp.tsx';
import { TextField } from '../components/field.tsx';
import { SubmitButton } from '../components/buttons.tsx';
import { DatabaseInformation } from './database-information.tsx';
import { databaseUnlock, StaffContext, useStaffMember, withPermissions } from './layout/auth.ts';
import { Office } from './layout/back-office-layout.tsx';
import { SignInCard } from './layout/sign-in-card.tsx';
import { Shell, StaffTools } from './layout/shell.tsx';

export default function DatabasePage() {
  return (
    <Office title="Database">
      <RequireUnlock />
    </Office>
  );
}

/** Asks for the database password once per browser session. The page behind it is static; its calls need a staff session. */
function RequireUnlock() {
  const hydrated = useHydrated();
  const member = useStaffMember();
  const [unlocked, setUnlocked] = useState<'before' | 'now' | undefined>(() => databaseUnlock.read() && 'before');
  const lock = () => {
    databaseUnlock.clear();
    setUnlocked(undefined);
  };
  const tools = member ? (
    <StaffContext value={withPermissions(member)}>
      <StaffTools onSignedOut={lock} />
    </StaffContext>
  ) : (
    <div className="rail">
      <nav className="rail-nav" aria-label="Back office">
        {member === null && <a href={STAFF_PAGES.signups.path}>Log in</a>}
      </nav>
    </div>
  );
  return (
    <Shell tools={tools}>
      {hydrated && unlocked ? (
        <DatabaseInformation justUnlocked={unlocked === 'now'} onLock={lock} />
      ) : (
        <UnlockForm ready={hydrated} onUnlocked={() => setUnlocked('now')} />
      )}
    </Shell>
  );
}

function UnlockForm({ ready, onUnlocked }: { ready: boolean; onUnlocked: () => void }) {
  const [password, setPassword] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const unlock = useMutation({
    meta: { ignoreUnauthorized: true },
    mutationFn: () => post<{ isAuthenticated: boolean }>('/api/admin/check-auth', { password }),
    onSuccess: ({ isAuthenticated }) => {
      if (!isAuthenticated) return box.current?.select();
      databaseUnlock.write(true);
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
    <SignInCard>
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
    </SignInCard>
  );
}

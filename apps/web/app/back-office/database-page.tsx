import { DATABASE_TEXTS, type DatabaseStats } from '@lampstand/contracts/back-office';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { SubmitButton } from '../components/buttons.tsx';
import { TextArea, TextField } from '../components/field.tsx';
import { Lamp } from '../components/lamp.tsx';
import { Notice } from '../components/notice.tsx';
import { ApiError, ask, call, isStatus } from '../lib/api.ts';
import { useHydrated } from '../lib/hydration.ts';
import { count } from './format.ts';
import { databaseUnlock, StaffContext, useStaffMember, withPermissions } from './layout/auth.ts';
import { Office } from './layout/back-office-layout.tsx';
import { Shell, StaffTools } from './layout/shell.tsx';
import { SignInCard } from './layout/sign-in-card.tsx';
import { STAFF_PAGES } from './pages.ts';
import './database-page.css';

export default function DatabasePage() {
  return (
    <Office title="Database">
      <RequireUnlock />
    </Office>
  );
}

/** Asks for the database password once per browser session, and again where the server's fifteen minutes are over. */
function RequireUnlock() {
  const hydrated = useHydrated();
  const member = useStaffMember();
  const [unlocked, setUnlocked] = useState<'before' | 'now' | undefined>(() => databaseUnlock.read() && 'before');
  const lock = useCallback(() => {
    databaseUnlock.clear();
    setUnlocked(undefined);
  }, []);
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
    mutationFn: () => ask<{ isAuthenticated: boolean }>('/api/admin/check-auth', { password }),
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

const TABLES: { name: keyof DatabaseStats; holds: string }[] = [
  { name: 'users', holds: 'Accounts, from the reservation of a phone and an email to the open account' },
  { name: 'trial_signups', holds: 'Sign-ups, from the first form to success' },
  { name: 'ambassador_applications', holds: 'Applications to the Ambassador Program and their decisions' },
  { name: 'subscriptions', holds: 'The 30-day trials and what becomes of them' },
  { name: 'prices', holds: 'What each plan costs a month' },
  { name: 'products', holds: 'The plans' },
  { name: 'payments', holds: 'Invoices, paid or not' },
];

const CARDS: { name: keyof DatabaseStats; label: string }[] = [
  { name: 'users', label: 'Users' },
  { name: 'trial_signups', label: 'Trial signups' },
  { name: 'churches', label: 'Churches' },
];

interface Props {
  justUnlocked: boolean;
  onLock: () => void;
}

/** The tables of the database. Signed-in administrators see live counts, everyone else a dash; the server checks both. */
function DatabaseInformation({ justUnlocked, onLock }: Props) {
  const member = useStaffMember();
  const { error } = useQuery({
    queryKey: ['/api/admin/auth'],
    enabled: justUnlocked,
    staleTime: 0,
    meta: { ignoreUnauthorized: true },
  });
  const { data: stats, error: refused } = useQuery({
    queryKey: ['/api/admin/database-stats'],
    queryFn: () => call<DatabaseStats>('GET', '/api/admin/database-stats'),
    enabled: member?.role === 'administrator',
    staleTime: 0,
    meta: { ignoreUnauthorized: true },
  });
  const expired = isStatus(refused, 401);
  useEffect(() => void (expired && onLock()), [expired, onLock]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => void (justUnlocked && heading.current?.focus()), [justUnlocked]);
  const counts = member?.role === 'administrator' ? stats : undefined;
  const shown = (name: keyof DatabaseStats) => (counts ? count(counts[name]) : '–');

  return (
    <>
      <div className="office-page database">
        <header className="office-head">
          <h1 ref={heading} tabIndex={-1}>
            Database
          </h1>
          <button type="button" className="button second compact" onClick={onLock}>
            Lock
          </button>
        </header>
        {error && <Notice tone="bad">{DATABASE_TEXTS.notUnlocked}</Notice>}
        <dl className="figures">
          {CARDS.map(({ name, label }) => (
            <div key={name} className="card">
              <dt>{label}</dt>
              <dd className="figure">{shown(name)}</dd>
            </div>
          ))}
        </dl>
        {!counts && <p className="quiet small">Log in as an administrator to see live counts.</p>}
        <SqlBox />
        <section className="stack">
          <h2>Tables</h2>
          <ul className="tables">
            {TABLES.map(({ name, holds }) => (
              <li key={name}>
                <code>{name}</code>
                <span className="quiet">{holds}</span>
                <span className="figure-of">{shown(name)}</span>
              </li>
            ))}
          </ul>
          <p className="quiet small">
            The same over HTTP: <code>GET /api/admin/database-stats</code>, <code>GET /api/admin/users</code>
          </p>
        </section>
      </div>
    </>
  );
}

/** Runs nothing: a submitted query shows a notice. */
function SqlBox() {
  const [submitted, setSubmitted] = useState(false);
  return (
    <section className="stack">
      <h2>SQL query</h2>
      <form
        className="stack wide"
        onSubmit={(event) => {
          event.preventDefault();
          setSubmitted(true);
        }}
      >
        <TextArea name="query" label="Query" optional spellCheck={false} autoComplete="off" rows={3} />
        <button type="submit" className="button second compact">
          Execute Query
        </button>
        <div role="status">{submitted && <Notice>{DATABASE_TEXTS.noSql}</Notice>}</div>
      </form>
    </section>
  );
}

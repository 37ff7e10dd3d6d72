import { type DatabaseStats, DATABASE_TEXTS } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../lib/api.ts';
import { TextArea } from '../components/field.tsx';
import { Notice } from '../components/notice.tsx';
import { count } from './format.ts';
import { useStaffMember } from './layout/auth.ts';
import './database-information.css';

const TABLES: { name: keyof DatabaseStats; holds: string }[] = [
  { name: 'users', holds: 'Accounts, from the reservation of a phone and an email to the open account' },
  { name: 'trial_signups', holds: 'Sign-ups, from the first form to success' },
  { name: 'ambassador_applications', holds: 'Applications to the Ambassador Program and their decisions' },
  { name: 'subscriptions', holds: 'The 30-day trials and what becomes of them' },
  { name: 'prices', holds: 'What each plan costs a month' },
  { name: 'products', holds: 'The plans' },
  { name: 'payments', holds: 'Paid invoices' },
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

/** The tables of the database. Signed-in administrators see live counts, everyone else a dash. */
export function DatabaseInformation({ justUnlocked, onLock }: Props) {
  const member = useStaffMember();
  const { error } = useQuery({
    queryKey: ['/api/admin/auth'],
    enabled: justUnlocked,
    staleTime: 0,
    meta: { ignoreUnauthorized: true },
  });
  const { data: stats } = useQuery({
    queryKey: ['/api/admin/database-stats'],
    queryFn: () => call<DatabaseStats>('GET', '/api/admin/database-stats'),
    enabled: member?.role === 'administrator',
    staleTime: 0,
    meta: { ignoreUnauthorized: true },
  });
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

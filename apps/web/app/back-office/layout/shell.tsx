import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { late } from '../../lib/late.tsx';
import { IncidentBanner } from '../incidents/incident-banner.tsx';
import { LastMonthFile } from '../signups/last-month-file.tsx';
import { useStaff } from './auth.ts';
import { Rail, SHELL_PAGE } from './rail.tsx';
import { Search } from './search.tsx';
import { SHORTCUTS, useRowCommands } from './shortcuts.ts';
import './shell.css';

const ShortcutsDialog = late(() => import('./shortcuts-dialog.tsx'));

interface ShellProps {
  /** `<StaffTools>` for a signed-in member of staff. */
  tools: ReactNode;
  children: ReactNode;
}

/** A page with the rail beside it, or above it on narrow screens. */
export const Shell = ({ tools, children }: ShellProps) => (
  <div className="shell">
    {tools}
    <div id={SHELL_PAGE} className="shell-page" tabIndex={-1}>
      {children}
    </div>
  </div>
);

/** The rail, the search and the keyboard shortcuts. */
export function StaffTools({ onSignedOut }: { onSignedOut: () => void }) {
  const staff = useStaff();
  const mayRead = staff.may('read');
  const [dialog, setDialog] = useState<'search' | 'shortcuts'>();
  const close = () => setDialog(undefined);
  useRowCommands();

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = SHORTCUTS.find((each) => each.matches(event));
    if (!shortcut || !mayRead || document.querySelector('dialog[open]')) return;
    if (shortcut.dialog) setDialog(shortcut.dialog);
    else if (!shortcut.run?.()) return;
    event.preventDefault();
  });
  useEffect(() => {
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <>
      <Rail onSearch={() => setDialog('search')} onShortcuts={() => setDialog('shortcuts')} onSignedOut={onSignedOut} />
      {mayRead && <IncidentBanner />}
      {staff.may('export') && <LastMonthFile />}
      {dialog === 'search' && <Search onClose={close} />}
      {dialog === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </>
  );
}

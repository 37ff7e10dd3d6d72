import type { IncompleteTrialRow } from '@lampstand/contracts/back-office';
import { showToast } from '../../ui/toast-store.ts';
import { counted } from '../format.ts';
import { useStaff } from '../frame/staff.ts';

interface Props {
  rows: IncompleteTrialRow[];
  total: number | undefined;
}

/** The addresses on the screen, each once, as a mail program's BCC takes them. */
export function CopyEmails({ rows, total }: Props) {
  const emails = [...new Set(rows.map(({ email }) => email))];
  if (!useStaff().may('export')) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(emails.join(', '));
      showToast({ title: 'Copied', description: counted(emails.length, 'e-mail address', 'e-mail addresses') });
    } catch {
      showToast({ title: 'Not copied', description: 'The browser does not allow it.', variant: 'destructive' });
    }
  };
  return (
    <button type="button" className="button second compact" disabled={!emails.length} onClick={() => void copy()}>
      Copy e-mails{total !== undefined && total > rows.length && <span className="unseen"> of this page</span>}
    </button>
  );
}

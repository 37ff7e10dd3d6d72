import { AUDIT_ACTIONS } from '@lampstand/contracts/back-office';
import { type FormEvent, useEffect, useRef } from 'react';
import { TextField } from '../../ui/field.tsx';

type Told = Record<'action' | 'by' | 'subject', string>;

interface Props {
  told: Told;
  onFilter: (changes: Told) => void;
}

/** Exact values, as they stand in the rows. */
export function AuditFilter({ told, onFilter }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    for (const [name, value] of Object.entries(told)) {
      const box = form.current?.elements.namedItem(name);
      if (box instanceof HTMLInputElement || box instanceof HTMLSelectElement) box.value = value;
    }
  }, [told.action, told.by, told.subject]);

  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const asked = new FormData(event.currentTarget);
    const read = (name: keyof Told) => (asked.get(name) as string).trim();
    onFilter({ action: read('action'), by: read('by'), subject: read('subject') });
  };

  return (
    <form ref={form} className="filter-dates" onSubmit={apply}>
      <div className="field">
        <label htmlFor="action">Action</label>
        <select id="action" name="action" className="control" defaultValue={told.action}>
          <option value="">All actions</option>
          {AUDIT_ACTIONS.map((action) => (
            <option key={action}>{action}</option>
          ))}
        </select>
      </div>
      <TextField
        name="by"
        label="Who"
        optional
        defaultValue={told.by}
        inputMode="email"
        maxLength={200}
        autoComplete="off"
      />
      <TextField
        name="subject"
        label="Subject"
        optional
        defaultValue={told.subject}
        placeholder="trial:123"
        maxLength={200}
      />
      <button type="submit" className="button second compact">
        Apply Filter
      </button>
      {Object.values(told).some(Boolean) && (
        <button type="button" className="link-button" onClick={() => onFilter({ action: '', by: '', subject: '' })}>
          Clear
        </button>
      )}
    </form>
  );
}

import { LIST_MESSAGES } from '@lampstand/contracts/back-office';
import { type FormEvent, useEffect, useState } from 'react';
import { useToday } from '../../lib/config.ts';
import { TextField } from '../../ui/field.tsx';
import { useStaff } from '../frame/staff.ts';
import { presetsOn } from './day-span.ts';
import type { SignupFilter } from './signup-filter.ts';
import { useMyLastExport } from './use-my-last-export.ts';

/** Start and end, each closing the other's impossible days, and the spans people ask for most. */
export function FilterBar({ filter }: { filter: SignupFilter }) {
  const { span, filterText, filterBy } = filter;
  const [start, setStart] = useState(span.startDate);
  const [end, setEnd] = useState(span.endDate);
  const [problem, setProblem] = useState<{ at: 'startDate' | 'endDate'; text: string }>();
  useEffect(() => {
    setStart(span.startDate);
    setEnd(span.endDate);
    setProblem(undefined);
  }, [span.startDate, span.endDate, filter.since]);

  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const unfinished = event.currentTarget.querySelector<HTMLInputElement>('input:invalid');
    const halfTyped = unfinished?.validity.badInput;
    const reversed = Boolean(start && end && start > end);
    if (!halfTyped && !reversed) {
      setProblem(undefined);
      return filterBy({ startDate: start, endDate: end });
    }
    const at = halfTyped && unfinished?.name === 'endDate' ? 'endDate' : 'startDate';
    setProblem({ at, text: halfTyped ? LIST_MESSAGES.date : LIST_MESSAGES.reversed });
    event.currentTarget.querySelector<HTMLInputElement>(`[name=${at}]`)?.focus();
  };

  return (
    <div className="filter-bar">
      <form className="filter-dates" noValidate onSubmit={apply}>
        <TextField
          name="startDate"
          label="Start date"
          type="date"
          optional
          max={end || undefined}
          value={start}
          onChange={({ target }) => setStart(target.value)}
          error={problem?.at === 'startDate' ? problem.text : undefined}
        />
        <TextField
          name="endDate"
          label="End date"
          type="date"
          optional
          min={start || undefined}
          value={end}
          onChange={({ target }) => setEnd(target.value)}
          error={problem?.at === 'endDate' ? problem.text : undefined}
        />
        <button type="submit" className="button second compact">
          Apply Filter
        </button>
        {filterText && (
          <button type="button" className="link-button" onClick={() => filterBy({})}>
            Clear
          </button>
        )}
      </form>
      <Presets filter={filter} />
      {filterText && (
        <p className="active-filter" role="status">
          <strong>Active Filter</strong> {filterText}
        </p>
      )}
    </div>
  );
}

function Presets({ filter: { span, since, filterBy } }: { filter: SignupFilter }) {
  const today = useToday();
  const staff = useStaff();
  const lastExport = useMyLastExport(staff.may('audit'));
  const pressed = (wanted: { startDate: string; endDate: string }) =>
    !since && wanted.startDate === span.startDate && wanted.endDate === span.endDate;
  return (
    <div className="presets" role="group" aria-label="Days">
      {presetsOn(today).map(({ label, span: wanted }) => (
        <button
          key={label}
          type="button"
          className="chip"
          aria-pressed={pressed(wanted)}
          onClick={() => filterBy(wanted)}
        >
          {label}
        </button>
      ))}
      {staff.may('export') && (
        <button
          type="button"
          className="chip"
          aria-pressed={Boolean(since) && since === lastExport}
          disabled={!lastExport}
          title={lastExport ? undefined : 'You have not exported the sign-ups yet'}
          onClick={() => lastExport && filterBy({ since: lastExport })}
        >
          Since my last export
        </button>
      )}
    </div>
  );
}

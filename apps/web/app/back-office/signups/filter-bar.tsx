import { type ExportRow, LIST_MESSAGES } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { TextField } from '../../components/field.tsx';
import { call } from '../../lib/api.ts';
import { useToday } from '../../lib/clock.ts';
import { useStaff } from '../layout/auth.ts';
import { EXPORTS } from '../lists/download.tsx';
import { FilterForm } from '../lists/list-tools.tsx';
import { presetsOn } from './days.ts';
import type { SignupFilter } from './signup-filter.ts';
import './filter-bar.css';

/** Filters sign-ups by start and end date or by a preset span. */
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
    const invalid = event.currentTarget.querySelector<HTMLInputElement>('input:invalid');
    const incomplete = invalid?.validity.badInput;
    const reversed = Boolean(start && end && start > end);
    if (!incomplete && !reversed) {
      setProblem(undefined);
      return filterBy({ startDate: start, endDate: end });
    }
    const at = incomplete && invalid?.name === 'endDate' ? 'endDate' : 'startDate';
    setProblem({ at, text: incomplete ? LIST_MESSAGES.date : LIST_MESSAGES.reversed });
    event.currentTarget.querySelector<HTMLInputElement>(`[name=${at}]`)?.focus();
  };

  return (
    <div className="filter-bar">
      <FilterForm noValidate onSubmit={apply} onClear={filterText ? () => filterBy({}) : undefined}>
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
      </FilterForm>
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
  const lastExport = useOwnLastExport(staff.may('audit'));
  const pressed = (preset: { startDate: string; endDate: string }) =>
    !since && preset.startDate === span.startDate && preset.endDate === span.endDate;
  return (
    <div className="presets" role="group" aria-label="Days">
      {presetsOn(today).map(({ label, span: preset }) => (
        <button
          key={label}
          type="button"
          className="chip"
          aria-pressed={pressed(preset)}
          onClick={() => filterBy(preset)}
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

const RUNNING_REFETCH_MS = 500;

/** When this member of staff last exported the sign-ups; undefined if never. */
function useOwnLastExport(enabled: boolean): string | undefined {
  const { email } = useStaff();
  const isOwnRunning = ({ by, outcome }: ExportRow) => by === email && outcome === 'running';
  const { data } = useQuery({
    queryKey: [EXPORTS, 'recent'],
    queryFn: () => call<ExportRow[]>('GET', `${EXPORTS}?limit=500`),
    enabled,
    // The file arrives shortly before its log entry is complete.
    refetchInterval: ({ state }) => (state.data?.some(isOwnRunning) ? RUNNING_REFETCH_MS : false),
  });
  return data?.find(({ by, list, outcome }) => by === email && list === 'trial-signups' && outcome === 'complete')?.at;
}

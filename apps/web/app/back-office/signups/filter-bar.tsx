import { LIST_MESSAGES } from '@lampstand/contracts/back-office';
import { type FormEvent, useEffect, useState } from 'react';
import { TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { FilterForm } from '../lists/list-tools.tsx';
import { late } from '../../lib/late.tsx';
import type { SignupFilter } from './signup-filter.ts';
import './filter-bar.css';

/** Filters sign-ups by start and end date, and shows what they are filtered by. */
export function FilterBar({ filter }: { filter: SignupFilter }) {
  const { span, filterBy, filtered, clearFilters } = filter;
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
      <FilterForm noValidate onSubmit={apply} onClear={filtered ? clearFilters : undefined}>
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
      <ActiveFilter filter={filter} />
    </div>
  );
}

const FilterChips = late(() => import('./filter-chips.tsx'));

/** The active filter; each choice can be removed. Also warns of filters in the address that the list does not have. */
export function ActiveFilter({
  filter: { filterText, namedChoices: choices, choose, unknown, dropUnknown },
}: {
  filter: SignupFilter;
}) {
  const isChosen = Object.values(choices).some(Boolean);
  return (
    <>
      {unknown.length > 0 && (
        <Notice tone="bad" title={`This list has no filter “${unknown.join('”, “')}”`}>
          <p>The address names it, so the rows below are more than it meant, and they cannot be exported.</p>
          <button type="button" className="button second compact" onClick={dropUnknown}>
            Go on without it
          </button>
        </Notice>
      )}
      {(filterText || isChosen) && (
        <p className="active-filter" role="status">
          <strong>Active Filter</strong> {filterText}
          {isChosen && <FilterChips choices={choices} onRemove={(name) => choose({ [name]: '' })} />}
        </p>
      )}
    </>
  );
}

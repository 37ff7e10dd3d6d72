import { LIST_MESSAGES, PERIODS } from '@lampstand/contracts/back-office';
import { type FormEvent, useEffect, useState } from 'react';
import { TextField } from '../../components/field.tsx';
import { FilterForm } from '../lists/list-tools.tsx';
import { ChoiceFilters, choiceTexts } from './choice-filters.tsx';
import { PERIOD_NAMES } from './days.ts';
import type { SignupFilter } from './signup-filter.ts';
import '../layout/scroll-fade.css';
import './filter-bar.css';

/** Filters sign-ups by start and end date or by a preset span. */
export function FilterBar({ filter }: { filter: SignupFilter }) {
  const { span, filterText, filterBy, clearChoices } = filter;
  const chosen = choiceTexts(filter.choices);
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
      <ChoiceFilters filter={filter} />
      {(filterText || chosen.length > 0) && (
        <p className="active-filter" role="status">
          <strong>Active Filter</strong> {[filterText, ...chosen].filter(Boolean).join('; ')}
          {chosen.length > 0 && (
            <button type="button" className="link-button" onClick={clearChoices}>
              Clear these filters
            </button>
          )}
        </p>
      )}
    </div>
  );
}

function Presets({ filter: { period, filterBy } }: { filter: SignupFilter }) {
  return (
    <div className="presets" role="group" aria-label="Days">
      {PERIODS.map((each) => (
        <button
          key={each}
          type="button"
          className="chip"
          aria-pressed={each === period}
          onClick={() => filterBy({ period: each })}
        >
          {PERIOD_NAMES[each]}
        </button>
      ))}
    </div>
  );
}

import { listed, PERIODS, STUCK_GROUP_LABELS, STUCK_GROUP_NAMES } from '@lampstand/contracts/back-office';
import { metaOf, TRIAL_STATES } from '@lampstand/workflows';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { TextField } from '../../components/field.tsx';
import { useColleagues } from '../components/use-colleagues.ts';
import { KEEP_SCROLL } from '../layout/scroll.ts';
import { PERIOD_NAMES } from './days.ts';
import { type Choice, FILTERS } from './filter-words.ts';
import Glossary from './glossary.tsx';
import type { SignupFilter } from './signup-filter.ts';
import './filter-bar.css';

/** The groups of people who wait too long, each a link to its list. */
const StuckGroups = ({ filter: { choices, searchWith } }: { filter: SignupFilter }) => (
  <nav className="presets" aria-label="Stuck">
    {STUCK_GROUP_NAMES.map((name) => {
      const chosen = choices.stuck === name;
      return (
        <Link
          key={name}
          className="chip"
          to={searchWith({ stuck: chosen ? '' : name })}
          aria-current={chosen || undefined}
          state={KEEP_SCROLL}
        >
          {STUCK_GROUP_LABELS[name]}
        </Link>
      );
    })}
  </nav>
);

const SELECTED = ['plan', 'abovePlan', 'churchSize', 'churchState', 'contacted', 'waiting', 'owner'] as const;
/** Without those that are about members. */
const OF_UNFINISHED = SELECTED.filter((name) => name !== 'plan' && name !== 'abovePlan');

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

/** "30 or 90" */
const FORGOTTEN_AFTER = [...new Set(TRIAL_STATES.flatMap((state) => metaOf(state).forgetAfterDays ?? []))].join(' or ');

interface Props {
  filter: SignupFilter;
  /** The list has sign-ups of one state only. */
  oneState?: true;
}

/** The controls of the filters, in an open dropdown. */
export default function FilterPanel({ filter, oneState }: Props) {
  const { choices, choose } = filter;
  const owners = useColleagues()?.filter(({ id, canOwn }) => canOwn || String(id) === choices.owner) ?? [];
  const [source, setSource] = useState(choices.source);
  useEffect(() => setSource(choices.source), [choices.source]);
  const applySource = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    choose({ source: source.trim() });
  };
  return (
    <>
      <Presets filter={filter} />
      {!oneState && (
        <>
          <StuckGroups filter={filter} />
          <Ticks {...FILTERS.state} chosen={choices.state} onChoose={(state) => choose({ state })}>
            <Glossary />
          </Ticks>
        </>
      )}
      <div className="choice-filters">
        {(oneState ? OF_UNFINISHED : SELECTED).map((name) => (
          <Select
            key={name}
            {...FILTERS[name]}
            {...(name === 'owner' && {
              choices: [
                ...FILTERS.owner.choices,
                ...owners.map(({ id, name: label }) => ({ value: String(id), label })),
              ],
            })}
            chosen={choices[name]}
            onChoose={(value) => choose({ [name]: value })}
          />
        ))}
        <form className="source-filter" onSubmit={applySource}>
          <TextField
            name="source"
            label="How heard"
            optional
            maxLength={200}
            value={source}
            onChange={({ target }) => setSource(target.value)}
          />
          <button type="submit" className="button second compact">
            Apply
          </button>
        </form>
      </div>
      {!oneState && (
        <>
          <Ticks {...FILTERS.include} chosen={choices.include} onChoose={(include) => choose({ include })} />
          <p className="small quiet">
            A sign-up that is not finished is erased {FORGOTTEN_AFTER} days after the last visit, and then left out of
            the count.
          </p>
        </>
      )}
    </>
  );
}

interface ChoosingProps {
  label: string;
  choices: readonly Choice[];
  /** The values, separated by commas. */
  chosen: string;
  onChoose: (values: string) => void;
}

function Ticks({ label: legend, choices, chosen, onChoose, children }: ChoosingProps & { children?: ReactNode }) {
  const values = listed(chosen);
  const toggle = (value: string) =>
    onChoose(
      choices
        .map((each) => each.value)
        .filter((each) => (each === value ? !values.includes(each) : values.includes(each)))
        .join(','),
    );
  return (
    <fieldset>
      <legend>{legend}</legend>
      {choices.map(({ value, label }) => (
        <label key={value} className="tick">
          <input type="checkbox" checked={values.includes(value)} onChange={() => toggle(value)} />
          {label}
        </label>
      ))}
      {children}
    </fieldset>
  );
}

function Select({ label, choices, chosen, onChoose }: ChoosingProps) {
  const id = useId();
  const offered = !chosen || choices.some(({ value }) => value === chosen);
  return (
    <div className="choice-filter">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="control" value={chosen} onChange={({ target }) => onChoose(target.value)}>
        <option value="">Any</option>
        {!offered && <option value={chosen}>{chosen}</option>}
        {choices.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
